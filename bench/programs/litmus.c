/* Message passing, the litmus test that everybody knows (Alglave et al.): two threads, a verdict at once. Start to
 * verdict is what a user waits for.
 * drista: verified
 */
#include "common.h"

static atomic_int data, ready;

static void each(int me)
{
	if (me == 0) {
		STORE(data, 1, RELAXED);
		STORE(ready, 1, RELEASE);
	} else if (LOAD(ready, ACQUIRE)) {
		LOAD(data, RELAXED);
	}
}

int main(void)
{
	run_threads(2, each);
}
