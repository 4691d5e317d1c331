/*
 * Store buffering: each thread writes its own flag and then reads the other's. One would think that at least one of
 * them sees the other's write, but with relaxed atomics (as on real processors) both may read 0.
 *
 * drista: error assertion
 * drista: verified --model sc
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
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	seen_by_1 = atomic_load_explicit(&y, memory_order_relaxed);
	return NULL;
}

static void *thread_2(void *unused)
{
	(void)unused;
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	seen_by_2 = atomic_load_explicit(&x, memory_order_relaxed);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, thread_1, NULL);
	pthread_create(&b, NULL, thread_2, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(seen_by_1 == 1 || seen_by_2 == 1);
	return 0;
}
