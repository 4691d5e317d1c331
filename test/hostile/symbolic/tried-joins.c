// The result of a thread that depends on the input, joined in other ways: each value is a path.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says unsigned char x[] = { 0x4d };
#define _GNU_SOURCE
#include <assert.h>
#include <drista.h>
#include <pthread.h>
#include <stdint.h>

static void *thread(void *argument)
{
	return argument;
}

int main(void)
{
	uint8_t x;
	pthread_t t;
	void *result = 0;
	drista_symbolic(&x, sizeof x, "x");
	pthread_create(&t, 0, thread, (void *)(uintptr_t)x);
	while (pthread_tryjoin_np(t, &result) != 0)
		;
	assert((uintptr_t)result != 77); // WRONG
	return 0;
}
