/*
 * A ring of SIZE places between one producer and one consumer (Lamport 1977), N items. Both wait in loops that only
 * look; the items are plain data. Shows waiting.
 * drista: verified
 * drista: build -DN=2 -DSIZE=2
 */
#include "common.h"

static int ring[SIZE];
static atomic_int put, taken;

static void produce(void)
{
	for (int i = 0; i < N; i++) {
		while (i - LOAD(taken, ACQUIRE) == SIZE)
			;
		ring[i % SIZE] = i;
		STORE(put, i + 1, RELEASE);
	}
}

static void consume(void)
{
	for (int i = 0; i < N; i++) {
		while (LOAD(put, ACQUIRE) == i)
			;
		if (ring[i % SIZE] != i)
			abort();
		STORE(taken, i + 1, RELEASE);
	}
}

static void each(int me)
{
	if (me == 0)
		produce();
	else
		consume();
}

int main(void)
{
	run_threads(2, each);
}
