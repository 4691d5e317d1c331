/*
 * N threads insert four messages each into one hash table with compare-exchange (Flanagan and Godefroid, POPL 2005): up
 * to 11 threads no two meet, from then on each thread meets three others: 8^(N - 11) executions.
 * drista: verified
 * drista: build -DN=12
 */
#include "common.h"

#define SIZE 128

static atomic_int table[SIZE];

static void each(int me)
{
	for (int i = 1; i <= 4; i++) {
		int message = i * 11 + me, at = message * 7 % SIZE, empty = 0;
		while (!atomic_compare_exchange_strong(&table[at], &empty, message)) {
			at = (at + 1) % SIZE;
			empty = 0;
		}
	}
}

int main(void)
{
	run_threads(N, each);
}
