/* N writers, 3 readers (Drišta's 6w-3r): (N + 1)^3 executions, each reader independent of the others.
 * drista: verified
 * drista: build -DN=4
 */
#include "common.h"

static atomic_int x;

static void each(int me)
{
	if (me < N)
		STORE(x, me + 1, RELAXED);
	else
		LOAD(x, RELAXED);
}

int main(void)
{
	run_threads(N + 3, each);
}
