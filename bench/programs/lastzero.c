/*
 * Thread 0 looks for the last zero of an array, thread i makes element i one more than element i - 1 (Abdulla et al.,
 * POPL 2014, whose table gives 64 and 3328 for 5 and 10): what thread 0 reads decides where it reads next.
 * drista: verified
 * drista: build -DN=5
 */
#include "common.h"

static atomic_int element[N + 1];

static void each(int me)
{
	if (me == 0) {
		int i = N;
		while (atomic_load(&element[i]) != 0)
			i--;
	} else {
		atomic_store(&element[me], atomic_load(&element[me - 1]) + 1);
	}
}

int main(void)
{
	run_threads(N + 1, each);
}
