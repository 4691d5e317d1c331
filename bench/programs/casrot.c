/* N threads, each turns x from its number to the next one with a compare-exchange (GenMC's casrot): most of them
 * fail.
 * drista: verified
 * drista: build -DN=4
 */
#include "common.h"

static atomic_int x;

static void each(int me)
{
	int old = me;
	CAS(x, &old, me + 1);
}

int main(void)
{
	run_threads(N, each);
}
