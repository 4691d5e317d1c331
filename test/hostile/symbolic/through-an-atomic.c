// A value of 32 bits goes through an atomic to another thread: two paths, and the error.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --model sc
// hostile: once
// drista: says unsigned char x[] = { 0x4a, 0xee, 0xf4, 0xaa };
#include <drista.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_uint a;

static void *reader(void *unused)
{
	drista_assert(atomic_load(&a) != 0xdecade); // WRONG
	return unused;
}

int main(void)
{
	uint32_t x;
	pthread_t t;
	drista_symbolic(&x, sizeof x, "x");
	pthread_create(&t, 0, reader, 0);
	atomic_store(&a, x * 3);
	pthread_join(t, 0);
	return 0;
}
