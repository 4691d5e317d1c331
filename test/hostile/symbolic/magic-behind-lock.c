// An input of 32 bits goes through arithmetic and data that a mutex protects: one value of it leads to the error.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says 0xfa, 0x94, 0xe4, 0xf4
// drista: says explored with 2 inputs
#include <drista.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static uint32_t shared;
static int seen;

static void *reader(void *unused)
{
	pthread_mutex_lock(&m);
	if (shared == 0xdeadbeef)
		seen = 1;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	uint32_t x;
	pthread_t t;
	drista_symbolic(&x, sizeof x, "x");
	pthread_create(&t, 0, reader, 0);
	pthread_mutex_lock(&m);
	shared = x * 3 + 1;
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	drista_assert(!seen); // WRONG
	return 0;
}
