// What races with the failing iteration comes late: the loop could go on at once, and the writer looks elsewhere first.
// drista: error data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int data;

static void *steps(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&x, 2, memory_order_relaxed);
	return unused;
}

static void *writer(void *unused)
{
	atomic_load_explicit(&y, memory_order_relaxed);
	data = 1;
	return unused;
}

int main(void)
{
	pthread_t t, s;
	pthread_create(&t, NULL, steps, NULL);
	pthread_create(&s, NULL, writer, NULL);
	volatile int *p = &data;
	for (;;) {
		int now = atomic_load_explicit(&x, memory_order_relaxed);
		if (now == 2)
			break;
		if (now == 1)
			(void)*p;
	}
	pthread_join(t, NULL);
	pthread_join(s, NULL);
	return 0;
}
