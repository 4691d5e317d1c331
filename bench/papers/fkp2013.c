/* One thread looks at a counter that N threads count up by a load and a store (SV-COMP's fkp2013, VC-DPOR).
 * drista: verified
 * drista: build -DN=3
 */
#include "../programs/common.h"

static atomic_int counter;

static void each(int me)
{
	int seen = atomic_load(&counter);
	if (me > 0)
		atomic_store(&counter, seen + 1);
}

int main(void)
{
	run_threads(N + 1, each);
}
