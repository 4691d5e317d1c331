/*
 * Three threads write N values each, and a reader looks twice (after redundant_co of Aronis et al., TACAS 2018, and
 * VC-DPOR): the orders of the writes are exponentially many, the pairs of values are not.
 * drista: verified
 * drista: build -DN=2
 */
#include "common.h"

static atomic_int x;

static void each(int me)
{
	if (me == 3) {
		atomic_load(&x);
		atomic_load(&x);
		return;
	}
	for (int i = 1; i <= N; i++)
		atomic_store(&x, me * N + i);
}

int main(void)
{
	run_threads(4, each);
}
