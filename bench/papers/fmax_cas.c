/* N threads raise a maximum to each of two elements, 0, by compare-exchange, and look at it (SV-COMP's 10_fmaxsym_cas,
 * Drista).
 * drista: verified
 * drista: build -DN=2
 */
#include "../programs/common.h"

static atomic_int maximum;

static void each(int me)
{
	(void)me;
	for (int i = 0; i < 2; i++) {
		for (int seen = atomic_load(&maximum); seen < 0; seen = atomic_load(&maximum))
			if (atomic_compare_exchange_strong(&maximum, &seen, 0))
				break;
		atomic_load(&maximum);
	}
}

int main(void)
{
	atomic_store(&maximum, -5);
	run_threads(N, each);
}
