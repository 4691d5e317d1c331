/*
 * A sequence lock (Boehm, MSPC 2012; CDSChecker's and GenMC's seqlock): one writer, N rounds, READERS readers that wait
 * for a version that does not change while they read two words.
 * drista: verified
 * drista: build -DN=1 -DREADERS=1
 */
#include "common.h"

static atomic_int version, word[2];

static void write_all(void)
{
	for (int i = 1; i <= N; i++) {
		STORE(version, 2 * i - 1, RELAXED);
		atomic_thread_fence(RELEASE);
		STORE(word[0], i, RELAXED);
		STORE(word[1], i, RELAXED);
		STORE(version, 2 * i, RELEASE);
	}
}

static void read_all(void)
{
	int before, a, b;
	do {
		while ((before = LOAD(version, ACQUIRE)) & 1)
			;
		a = LOAD(word[0], RELAXED);
		b = LOAD(word[1], RELAXED);
		atomic_thread_fence(ACQUIRE);
	} while (LOAD(version, RELAXED) != before);
	if (a != b)
		abort();
}

static void each(int me)
{
	if (me == 0)
		write_all();
	else
		read_all();
}

int main(void)
{
	run_threads(1 + READERS, each);
}
