/* Burns and Lynch's one-bit mutual exclusion (1993; VC-DPOR), seq_cst, N threads, plain data; who must yield to a
 * smaller number leaves.
 * drista: verified
 * drista: build -DN=2
 */
#include "common.h"

static atomic_int flag[N];
static int data;

static void each(int me)
{
	flag[me] = 1;
	for (int i = 0; i < me; i++) {
		if (flag[i]) {
			flag[me] = 0;
			return;
		}
	}
	for (int i = me + 1; i < N; i++)
		while (flag[i])
			;
	data++;
	flag[me] = 0;
}

int main(void)
{
	run_threads(N, each);
}
