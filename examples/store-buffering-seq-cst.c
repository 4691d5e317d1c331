/*
 * Store buffering with seq_cst accesses, the default of C11 atomics: all threads agree on one order of them, so at
 * least one thread sees the other's write. Compare store-buffering.c.
 *
 * drista: verified
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
	atomic_store(&x, 1);
	seen_by_1 = atomic_load(&y);
	return NULL;
}

static void *thread_2(void *unused)
{
	(void)unused;
	atomic_store(&y, 1);
	seen_by_2 = atomic_load(&x);
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
