/*
 * Lamport's fast mutex (1987; SV-COMP, VC-DPOR), seq_cst, N threads, around plain data. Who would have to begin again
 * leaves; the wait for those who are about to decide is there.
 * drista: verified
 * drista: build -DN=2
 */
#include "common.h"

static atomic_int x, y, busy[N];
static int data;

static void each(int me)
{
	busy[me] = 1;
	x = me + 1;
	if (y != 0) {
		busy[me] = 0;
		return;
	}
	y = me + 1;
	if (x != me + 1) {
		busy[me] = 0;
		for (int i = 0; i < N; i++)
			while (busy[i])
				;
		if (y != me + 1)
			return;
	}
	data++;
	y = 0;
	busy[me] = 0;
}

int main(void)
{
	run_threads(N, each);
}
