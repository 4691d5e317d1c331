// The racing write depends, by relaxed accesses, on what the thread does after its failing iteration.
// drista: error data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int data;

static void *writer(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_release);
	if (atomic_load_explicit(&y, memory_order_relaxed) == 1)
		data = 1;
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	volatile int *p = &data;
	while (atomic_load_explicit(&x, memory_order_acquire) == 0) {
		(void)*p;
		(void)atomic_load_explicit(&x, memory_order_relaxed);
	}
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	pthread_join(t, NULL);
	return 0;
}
