// With --races ignore a value of 32 bits goes through plain data to another thread: two paths, and the error.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --races ignore
// hostile: once
// drista: says unsigned char x[] = { 0x4a, 0xee, 0xf4, 0xaa };
// drista: says explored with 2 inputs
#include <drista.h>
#include <pthread.h>
#include <stdint.h>

static uint32_t shared;

static void *reader(void *unused)
{
	drista_assert(shared != 0xdecade); // WRONG
	return unused;
}

int main(void)
{
	uint32_t x;
	pthread_t t;
	drista_symbolic(&x, sizeof x, "x");
	pthread_create(&t, 0, reader, 0);
	shared = x * 3;
	pthread_join(t, 0);
	return 0;
}
