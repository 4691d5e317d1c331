/* N threads set a, then b, one looks at a, then at b (SV-COMP's reorder): many writes of the same value, four things to
 * see. Relaxed.
 * drista: verified
 * drista: build -DN=2
 */
#include "common.h"

static atomic_int a, b;

static void each(int me)
{
	if (me < N) {
		STORE(a, 1, RELAXED);
		STORE(b, -1, RELAXED);
	} else {
		LOAD(a, RELAXED);
		LOAD(b, RELAXED);
	}
}

int main(void)
{
	run_threads(N + 1, each);
}
