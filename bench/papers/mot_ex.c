/* The example of figure 1 (Drista), as its text describes it: two threads write x and y, two look at both in opposite
 * orders, and write what they saw first once more. N is not used.
 * drista: verified
 */
#include "../programs/common.h"

static atomic_int x, y;

static void each(int me)
{
	switch (me) {
	case 0:
		atomic_store(&x, 1);
		break;
	case 1:
		atomic_store(&y, 1);
		break;
	case 2:
		LOAD(x, ACQUIRE);
		LOAD(y, RELAXED);
		STORE(x, 1, RELAXED);
		break;
	default:
		LOAD(y, ACQUIRE);
		LOAD(x, RELAXED);
		STORE(y, 1, RELAXED);
	}
}

int main(void)
{
	run_threads(4, each);
}
