// A loop waits, and reads plain data in the iterations that fail: another thread's write of that data races with it.
// drista: error data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int data;

static void *writer(void *unused)
{
	data = 1;
	atomic_store_explicit(&x, 1, memory_order_release);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	volatile int *p = &data;
	for (;;) {
		if (atomic_load_explicit(&x, memory_order_acquire) == 1)
			break;
		(void)*p;
	}
	pthread_join(t, NULL);
	return data - 1;
}
