/* One writer, N readers (Nidhugg's readers, POPL 2014): each reader sees the old value or the new one, 2^N
 * executions.
 * drista: verified
 * drista: build -DN=4
 */
#include "common.h"

static atomic_int x;

static void each(int me)
{
	if (me == 0)
		atomic_store(&x, 1);
	else
		atomic_load(&x);
}

int main(void)
{
	run_threads(N + 1, each);
}
