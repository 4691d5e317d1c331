/* Two threads, each sets its number N times to one more than the other's (SV-COMP's triangular, Drista). Relaxed.
 * drista: verified
 * drista: build -DN=2
 */
#include "../programs/common.h"

static atomic_int numbers[2];

static void each(int me)
{
	for (int i = 0; i < N; i++)
		STORE(numbers[me], LOAD(numbers[1 - me], RELAXED) + 1, RELAXED);
}

int main(void)
{
	STORE(numbers[0], 3, RELAXED);
	STORE(numbers[1], 6, RELAXED);
	run_threads(2, each);
}
