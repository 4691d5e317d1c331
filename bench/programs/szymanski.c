/* Szymanski's algorithm for two threads (1988; SV-COMP, VC-DPOR), seq_cst, N rounds around plain data; it waits at
 * three places.
 * drista: verified
 * drista: build -DN=1
 */
#include "common.h"

static atomic_int flag[2];
static int data;

static void each(int me)
{
	int other = 1 - me;
	for (int i = 0; i < N; i++) {
		flag[me] = 1;
		while (flag[other] >= 3)
			;
		flag[me] = 3;
		if (flag[other] == 1) {
			flag[me] = 2;
			while (flag[other] != 4)
				;
		}
		flag[me] = 4;
		if (me == 1)
			while (flag[other] >= 2)
				;
		data++;
		if (me == 0)
			while ((1 << flag[other]) & 0xc) /* 2 or 3, looked at once */
				;
		flag[me] = 0;
	}
}

int main(void)
{
	run_threads(2, each);
}
