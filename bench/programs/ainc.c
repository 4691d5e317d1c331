/* N threads, each with one fetch_add (RCMC's and GenMC's ainc). Nobody uses the results, so one execution is enough;
 * with TOLD each thread uses its own: N! executions, nothing but a chain of rmws.
 * drista: verified
 * drista: build -DN=4
 */
#include "common.h"

static atomic_int x;

#ifdef TOLD
int told[N]; /* not static: otherwise a compiler sees that nobody reads it */
#endif

static void each(int me)
{
#ifdef TOLD
	told[me] = atomic_fetch_add_explicit(&x, 1, RELAXED);
#else
	(void)me;
	atomic_fetch_add_explicit(&x, 1, RELAXED);
#endif
}

int main(void)
{
	run_threads(N, each);
}
