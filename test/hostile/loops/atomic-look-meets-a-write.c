// A loop that waits loads y atomically in iterations that fail, and another thread writes it plainly once it sees that
// the loop has ended, which does not synchronise: a race of such an iteration alone.
// drista: error data-race at WRONG
// drista: build -O1
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, flag;

static void *waits(void *unused)
{
	while (!atomic_load_explicit(&x, memory_order_relaxed))
		(void)atomic_load_explicit(&y, memory_order_relaxed);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return unused;
}

static void *writes(void *unused)
{
	if (atomic_load_explicit(&flag, memory_order_relaxed))
		*(volatile int *)&y = 5; // WRONG
	return unused;
}

int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], NULL, waits, NULL);
	pthread_create(&t[1], NULL, writes, NULL);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
