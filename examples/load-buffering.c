/*
 * Load buffering: each thread reads one flag and then writes the other one. One would think that at least one of them
 * reads before both have written, but with relaxed atomics ARM and POWER processors may let both read 1: a store may
 * reach the other thread before the load in front of it has returned.
 *
 * drista: verified
 * drista: error assertion --model imm
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int seen_by_1, seen_by_2;

static void *thread_1(void *unused)
{
	(void)unused;
	seen_by_1 = atomic_load_explicit(&x, memory_order_relaxed);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return NULL;
}

static void *thread_2(void *unused)
{
	(void)unused;
	seen_by_2 = atomic_load_explicit(&y, memory_order_relaxed);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, thread_1, NULL);
	pthread_create(&b, NULL, thread_2, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(seen_by_1 == 0 || seen_by_2 == 0);
	return 0;
}
