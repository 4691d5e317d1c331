// A thread waits in a loop, which reads no input, before it looks at one: the loop is recognised.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
#include <drista.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *reader(void *unused)
{
	while (!atomic_load_explicit(&ready, memory_order_acquire))
		;
	drista_assert((data ^ 0x55aa) != 0x1234567); // WRONG
	return unused;
}

int main(void)
{
	pthread_t t;
	int x;
	drista_symbolic(&x, sizeof x, "x");
	pthread_create(&t, 0, reader, 0);
	data = x;
	atomic_store_explicit(&ready, 1, memory_order_release);
	pthread_join(t, 0);
	return 0;
}
