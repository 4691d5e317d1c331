// A loop that waits loads from memory in iterations that fail, and another thread frees the memory once it sees that
// the loop has ended, which does not synchronise: the load may come after.
// drista: error data-race at WRONG
// drista: build -O1
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x, flag, *y;

static void *waits(void *unused)
{
	while (!atomic_load_explicit(&x, memory_order_relaxed))
		(void)atomic_load_explicit(y, memory_order_relaxed);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return unused;
}

static void *frees(void *unused)
{
	if (atomic_load_explicit(&flag, memory_order_relaxed))
		free((void *)y); // WRONG
	return unused;
}

int main(void)
{
	pthread_t t[2];
	y = calloc(1, sizeof *y);
	pthread_create(&t[0], NULL, waits, NULL);
	pthread_create(&t[1], NULL, frees, NULL);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
