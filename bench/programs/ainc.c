/* N threads, each with one fetch_add (RCMC's and GenMC's ainc): N! executions, nothing but a chain of rmws.
 * drista: verified
 * drista: build -DN=4
 */
#include "common.h"

static atomic_int x;

static void each(int me)
{
	(void)me;
	atomic_fetch_add_explicit(&x, 1, RELAXED);
}

int main(void)
{
	run_threads(N, each);
}
