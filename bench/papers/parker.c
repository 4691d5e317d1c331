/* A lost wake-up in Java's park (VC-DPOR, "parker"): one thread parks up to N times until it is told to stop, another
 * unparks it twice. The lock is two flags; who would have to wait for it, or for the wake-up, leaves for good.
 * drista: verified
 * drista: build -DN=2
 */
#include "../programs/common.h"

static atomic_int stop, done, parker_wants, unparker_wants, permit, asleep;

static int park(void)
{
	if (permit > 0) {
		permit = 0;
		return 1;
	}
	parker_wants = 1;
	if (unparker_wants != 0) { /* it only tries */
		parker_wants = 0;
		return 1;
	}
	if (permit <= 0) {
		asleep = 1;
		parker_wants = 0;
		if (asleep != 0)
			return 0;
		parker_wants = 1;
		if (unparker_wants != 0)
			return 0;
	}
	permit = 0;
	parker_wants = 0;
	return 1;
}

static int unpark(void)
{
	unparker_wants = 1;
	if (parker_wants != 0)
		return 0;
	int before = permit;
	permit = 1;
	unparker_wants = 0;
	if (before < 1)
		asleep = 0;
	return 1;
}

static void each(int me)
{
	if (me == 0) {
		for (int i = 0; i < N; i++)
			if (stop || !park())
				return;
	} else if (unpark()) {
		stop = 1;
		if (unpark())
			done = 1;
	}
}

int main(void)
{
	run_threads(2, each);
}
