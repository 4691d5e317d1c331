/*
 * N writers, 1 reader (Drišta's 9w-1r; Nidhugg's and RCMC's family of writers and readers). There are (N + 1)! orders
 * of the accesses, and N + 1 things that the reader can see: shows that the order of writes which nobody observes costs
 * nothing.
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
	run_threads(N + 1, each);
}
