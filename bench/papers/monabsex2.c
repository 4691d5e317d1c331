/* N threads look at a flag, and then set it (SV-COMP's 46_monabsex2, VC-DPOR).
 * drista: verified
 * drista: build -DN=3
 */
#include "../programs/common.h"

static atomic_int flag;

static void each(int me)
{
	(void)me;
	atomic_load(&flag);
	atomic_store(&flag, 1);
}

int main(void)
{
	run_threads(N, each);
}
