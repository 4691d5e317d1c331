/* Dekker's algorithm (SV-COMP, VC-DPOR), seq_cst, two threads, N rounds around plain data; waiting is without bound.
 * drista: verified
 * drista: build -DN=1
 */
#include "common.h"

static atomic_int wants[2], turn;
static int data;

static void each(int me)
{
	int other = 1 - me;
	for (int i = 0; i < N; i++) {
		wants[me] = 1;
		while (wants[other]) {
			if (turn != me) {
				wants[me] = 0;
				while (turn != me)
					;
				wants[me] = 1;
			}
		}
		data++;
		turn = other;
		wants[me] = 0;
	}
}

int main(void)
{
	run_threads(2, each);
}
