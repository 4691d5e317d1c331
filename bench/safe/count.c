/*
 * Counts the iterations of the programs. With SAFE_SECONDS the process ends after so many seconds, with SAFE_ITERATIONS
 * once there were so many, or with exit code 1 once there are no more for five seconds. It prints how many there were.
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MAX_THREADS 16

static struct {
	volatile long n;
	char unshared[120];
} iterations[MAX_THREADS] __attribute__((aligned(128)));

void drista_bench_count(int thread);
void drista_bench_finish(void);

void drista_bench_count(int thread)
{
	iterations[thread].n++;
}

static long counted(void)
{
	long sum = 0;
	for (int i = 0; i < MAX_THREADS; i++)
		sum += iterations[i].n;
	return sum;
}

void drista_bench_finish(void)
{
	const char *seconds = getenv("SAFE_SECONDS"), *enough = getenv("SAFE_ITERATIONS");
	long wanted = enough ? atol(enough) : 0, before = -1;
	if (seconds)
		usleep((useconds_t)(atof(seconds) * 1e6));
	for (int idle = 0; counted() < wanted && idle < 50; idle = counted() == before ? idle + 1 : 0) {
		before = counted();
		usleep(100000);
	}
	printf("%ld\n", counted());
	fflush(stdout);
	_exit(counted() < wanted);
}
