/* Two threads write 4N values each to x, and a third reads it twice (VC-DPOR): the orders of the writes are (8N + 2)! /
 * (4N)!^2 / 2!.
 * drista: verified
 * drista: build -DN=1
 */
#include "../programs/common.h"

static atomic_int x;

static void each(int me)
{
	if (me == 2) {
		atomic_load(&x);
		atomic_load(&x);
		return;
	}
	for (int i = 0; i < 4 * N; i++)
		atomic_store(&x, me + 1);
}

int main(void)
{
	run_threads(3, each);
}
