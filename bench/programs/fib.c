/*
 * Two threads, N rounds of x = x + y against y = y + x; both begin at 1 (SV-COMP's fib_bench, in all DPOR papers). Few
 * threads with many values: the history trees are deep. SC: with seq_cst accesses.
 * drista: verified
 * drista: build -DN=3
 */
#include "common.h"

#ifdef SC
#define ORDER memory_order_seq_cst
#else
#define ORDER RELAXED
#endif

static atomic_int number[2] = {1, 1};

static void each(int me)
{
	for (int i = 0; i < N; i++) {
		int own = LOAD(number[me], ORDER);
		int other = LOAD(number[1 - me], ORDER);
		STORE(number[me], own + other, ORDER);
	}
}

int main(void)
{
	run_threads(2, each);
}
