/* Peterson's lock (1981; SV-COMP, VC-DPOR), seq_cst, two threads, N rounds; who cannot enter at once leaves for good,
 * so that no loop waits.
 * drista: verified
 * drista: build -DN=3
 */
#include "common.h"

static atomic_int flag[2], turn;

static void each(int me)
{
	int other = 1 - me;
	for (int i = 0; i < N; i++) {
		flag[me] = 1;
		turn = other;
		if (flag[other] && turn == other)
			return;
		flag[me] = 0;
	}
}

int main(void)
{
	run_threads(2, each);
}
