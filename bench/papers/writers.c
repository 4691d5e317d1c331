/* N threads write the same value to x, and M read it (Drista's Nw-Mr). Relaxed.
 * drista: verified
 * drista: build -DN=2 -DM=1
 */
#include "../programs/common.h"

static atomic_int x;

static void each(int me)
{
	if (me < N)
		STORE(x, 1, RELAXED);
	else
		LOAD(x, RELAXED);
}

int main(void)
{
	run_threads(N + M, each);
}
