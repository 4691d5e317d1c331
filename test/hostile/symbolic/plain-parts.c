// A read of several pieces of plain data at once has the expression of the write of each.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --races ignore --model sc
// hostile: once
// drista: says unsigned char x[] = { 0x11, 0x34 };
#include <drista.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static uint8_t shared[4];

static void *reader(void *unused)
{
	uint8_t copy[4];
	memcpy(copy, shared, sizeof copy);
	drista_assert(copy[1] != 0x13 || copy[2] != 0x33); // WRONG
	return unused;
}

int main(void)
{
	uint8_t x[2];
	pthread_t t;
	drista_symbolic(x, sizeof x, "x");
	pthread_create(&t, 0, reader, 0);
	shared[1] = x[0] + 1;
	shared[2] = x[1] - 1;
	shared[1]++;
	pthread_join(t, 0);
	return 0;
}
