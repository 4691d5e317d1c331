/*
 * An optimistic lock (after opt_lock of Aronis et al., TACAS 2018): two threads read a version, write a word, and keep
 * it when the version is still the same; each tries N times.
 * drista: verified
 * drista: build -DN=1
 */
#include "common.h"

static atomic_int version, word;

static void each(int me)
{
	for (int i = 0; i < N; i++) {
		int seen = atomic_load(&version);
		atomic_store(&word, me * N + i + 1);
		if (atomic_load(&word) == me * N + i + 1 && atomic_compare_exchange_strong(&version, &seen, seen + 1))
			return;
	}
}

int main(void)
{
	run_threads(2, each);
}
