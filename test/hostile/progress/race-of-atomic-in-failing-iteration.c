// Each iteration of a loop that waits reads an atomic object, which another thread writes as plain data.
// drista: error data-race
// drista: options --tune chance=0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, object;

static void *writer(void *unused)
{
	*(volatile int *)&object = 1;
	atomic_store_explicit(&flag, 1, memory_order_release);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	while (!atomic_load_explicit(&flag, memory_order_acquire))
		atomic_load_explicit(&object, memory_order_relaxed);
	pthread_join(t, NULL);
	return 0;
}
