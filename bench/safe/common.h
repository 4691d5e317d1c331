/*
 * What the programs have in common: threads that never end, and whose iterations are counted. The functions that count
 * are in a library that is loaded only where programs run by themselves or under a schedule (count.c), so that a check
 * sees finitely many states.
 */
#include <drista.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define MAX_THREADS 16

/* The thread has come round its loop. */
void drista_bench_count(int thread) __attribute__((weak));
/* Waits for the end of the measurement, prints the number of iterations, and ends the process. */
void drista_bench_finish(void) __attribute__((weak));

/* Is this no check? */
#define COUNTING (drista_bench_count != NULL)
#define COUNT(thread) \
	do { \
		if (drista_bench_count) \
			drista_bench_count(thread); \
	} while (0)

static pthread_t threads[MAX_THREADS];

static inline void start_thread(void *(*body)(void *), int me)
{
	if (pthread_create(&threads[me], NULL, body, (void *)(intptr_t)me))
		abort();
}

/* Main calls it last. */
static inline int finish(void)
{
	if (drista_bench_finish)
		drista_bench_finish();
	return pthread_join(threads[0], NULL);
}
