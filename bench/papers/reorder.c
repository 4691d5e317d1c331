/* N threads set a, then b; another looks whether it sees both or none, as an assertion with && and || does (SV-COMP's
 * reorder, VC-DPOR).
 * drista: verified
 * drista: build -DN=2
 */
#include "../programs/common.h"

static atomic_int a, b;

static void each(int me)
{
	if (me < N) {
		atomic_store(&a, 1);
		atomic_store(&b, -1);
	} else if (!(atomic_load(&a) == 0 && atomic_load(&b) == 0) && atomic_load(&a) == 1) {
		atomic_load(&b);
	}
}

int main(void)
{
	run_threads(N + 1, each);
}
