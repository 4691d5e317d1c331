/* What all these programs need: n threads with the numbers 0 .. n-1, run to their ends. */
#define _POSIX_C_SOURCE 200809L /* barriers, where the standard is asked for */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#define ACQ_REL memory_order_acq_rel

#define LOAD(x, order) atomic_load_explicit(&(x), order)
#define STORE(x, v, order) atomic_store_explicit(&(x), v, order)
#define CAS(x, expected, v) atomic_compare_exchange_strong_explicit(&(x), expected, v, ACQ_REL, RELAXED)

static void (*thread_body)(int me);

static inline void *thread_start(void *me)
{
	thread_body((int)(intptr_t)me);
	return NULL;
}

static inline void run_threads(int n, void (*body)(int me))
{
	pthread_t t[n];
	thread_body = body;
	for (int i = 0; i < n; i++)
		if (pthread_create(&t[i], NULL, thread_start, (void *)(intptr_t)i))
			abort();
	for (int i = 0; i < n; i++)
		pthread_join(t[i], NULL);
}
