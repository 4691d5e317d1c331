/* N threads write 0 .. N-1 to x, and one reads it (Aronis et al., TACAS 2018; VC-DPOR): the first writes what is there
 * already, so N values.
 * drista: verified
 * drista: build -DN=4
 */
#include "common.h"

static atomic_int x;

static void each(int me)
{
	if (me < N)
		atomic_store(&x, me);
	else
		atomic_load(&x);
}

int main(void)
{
	run_threads(N + 1, each);
}
