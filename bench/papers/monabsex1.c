/* N threads write the same value, and each looks whether it is there (SV-COMP's 45_monabsex1, VC-DPOR).
 * drista: verified
 * drista: build -DN=3
 */
#include "../programs/common.h"

static atomic_int shared;

static void each(int me)
{
	(void)me;
	atomic_store(&shared, 4);
	atomic_load(&shared);
}

int main(void)
{
	run_threads(N, each);
}
