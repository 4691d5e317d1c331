/* N threads, each loads and stores one more (GenMC's ninc): increments that are not atomic, so that values repeat.
 * drista: verified
 * drista: build -DN=4
 */
#include "common.h"

static atomic_int x;

static void each(int me)
{
	(void)me;
	int old = LOAD(x, RELAXED);
	STORE(x, old + 1, RELAXED);
}

int main(void)
{
	run_threads(N, each);
}
