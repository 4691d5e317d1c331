/*
 * Main fills 16 MB, two threads each compute a million steps on memory of their own, and only then do something to each
 * other, N rounds of load; store one more: what instrumentation costs where nothing is shared. The same file without
 * drista is the plain program.
 * drista: verified
 * drista: build -O1 -g -DN=1
 */
#include "common.h"
#include <string.h>

#define STEPS 1000000
#define WORDS 4096

static unsigned own[2][WORDS];
static atomic_int x;

static void each(int me)
{
	unsigned *mine = own[me], at = 1;
	for (int i = 0; i < STEPS; i++) {
		at = at * 1664525 + 1013904223;
		mine[at >> 20] += at;
	}
	for (int i = 0; i < N; i++) {
		int old = LOAD(x, RELAXED);
		STORE(x, old + 1, RELAXED);
	}
}

int main(void)
{
	size_t size = 16 << 20;
	char *filled = malloc(size);
	if (!filled)
		abort();
	memset(filled, 1, size);
	run_threads(2, each);
	int sum = filled[atomic_load(&x)];
	free(filled);
	return sum != 1;
}
