/* Szymanski's algorithm (1988) for two threads, N entries; both wait at all four places, where who would have to wait
 * leaves for good (VC-DPOR).
 * drista: verified
 * drista: build -DN=1
 */
#include "../programs/common.h"

static atomic_int flag[2];

static int enter_and_leave(int me, int other)
{
	flag[me] = 1;
	if (flag[other] >= 3)
		return 0;
	flag[me] = 3;
	if (flag[other] == 1) {
		flag[me] = 2;
		if (flag[other] != 4)
			return 0;
	}
	flag[me] = 4;
	if (flag[other] >= 2)
		return 0;
	if (flag[other] >= 2 && flag[other] <= 3)
		return 0;
	flag[me] = 0;
	return 1;
}

static void each(int me)
{
	for (int i = 0; i < N; i++)
		if (!enter_and_leave(me, 1 - me))
			return;
}

int main(void)
{
	run_threads(2, each);
}
