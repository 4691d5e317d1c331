/* Lamport's fast mutex (1987) for two threads: N entries, two tries for each; who would have to wait leaves for good
 * (VC-DPOR).
 * drista: verified
 * drista: build -DN=1
 */
#include "../programs/common.h"

enum { LEFT, AGAIN, ENTERED };

static atomic_int x, y, busy[2];

static int try_to_enter(int me)
{
	busy[me] = 1;
	x = me + 1;
	if (y != 0) {
		busy[me] = 0;
		return y == 0 ? AGAIN : LEFT;
	}
	y = me + 1;
	if (x == me + 1)
		return ENTERED;
	busy[me] = 0;
	if (busy[1 - me])
		return LEFT;
	if (y == me + 1)
		return ENTERED;
	return y == 0 ? AGAIN : LEFT;
}

static void each(int me)
{
	for (int i = 0; i < N; i++) {
		int how = try_to_enter(me);
		if (how == AGAIN)
			how = try_to_enter(me);
		if (how != ENTERED)
			return;
		y = 0;
		busy[me] = 0;
	}
}

int main(void)
{
	run_threads(2, each);
}
