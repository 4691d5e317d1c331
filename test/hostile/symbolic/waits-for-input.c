// A loop waits for a value that another thread has from the input: only inputs decide whether it ends.
// drista: error livelock
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says explored with
#include <drista.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_uint flag;
static uint32_t x, y;

static void *thread(void *unused)
{
	atomic_store_explicit(&flag, x, memory_order_relaxed);
	atomic_store_explicit(&flag, y, memory_order_release);
	return unused;
}

int main(void)
{
	pthread_t t;
	drista_symbolic(&x, sizeof x, "x");
	drista_symbolic(&y, sizeof y, "y");
	pthread_create(&t, 0, thread, 0);
	while (atomic_load_explicit(&flag, memory_order_acquire) == 0)
		;
	pthread_join(t, 0);
	return 0;
}
