/*
 * Store buffering, to see what can come out of it (`drista outcomes`). Without seq_cst both threads may read 0, which
 * no order of the four accesses explains.
 *
 * drista: outcomes '"0 0\n"' '"0 1\n"' '"1 0\n"' '"1 1\n"'
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x, y;
static int first, second;

static void *left(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	first = atomic_load_explicit(&y, memory_order_relaxed);
	return unused;
}

static void *right(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	second = atomic_load_explicit(&x, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, left, NULL);
	pthread_create(&b, NULL, right, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	printf("%d %d\n", first, second);
	return 0;
}
