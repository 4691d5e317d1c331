/* N threads, M rounds each of load; store one more (the counter of the DPOR papers): many executions share few
 * histories.
 * drista: verified
 * drista: build -DN=3 -DM=2
 */
#include "common.h"

static atomic_int x;

static void each(int me)
{
	(void)me;
	for (int i = 0; i < M; i++) {
		int old = LOAD(x, RELAXED);
		STORE(x, old + 1, RELAXED);
	}
}

int main(void)
{
	run_threads(N, each);
}
