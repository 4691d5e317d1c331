/*
 * N threads write x, all but one the same, and main reads it in the end (SV-COMP's singleton, VC-DPOR): N! orders of
 * the writes, N of them differ in what main reads from, and two in what it reads.
 * drista: verified
 * drista: build -DN=4
 */
#include "common.h"

static atomic_int x;

static void each(int me)
{
	atomic_store(&x, me == 0 ? 'Y' : 'X');
}

int main(void)
{
	run_threads(N, each);
	return atomic_load(&x) == 0;
}
