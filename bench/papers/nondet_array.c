/* N threads mark the entry that an index names, and move the index on from what they saw; main looks at all entries in
 * the end (SV-COMP's nondet-array, VC-DPOR).
 * drista: verified
 * drista: build -DN=3
 */
#include "../programs/common.h"

static atomic_int marks[N + 1], next;

static void each(int me)
{
	(void)me;
	int seen = atomic_load(&next);
	atomic_store(&marks[seen], 1);
	atomic_store(&next, seen + 1);
}

int main(void)
{
	run_threads(N, each);
	for (int i = 0; i < N; i++)
		atomic_load(&marks[i]);
}
