/* A test-and-test-and-set lock around plain data, N threads (GenMC's ttaslock): who fails to set it waits until it
 * looks free.
 * drista: verified
 * drista: build -DN=2
 */
#include "common.h"

static atomic_int lock;
static int data;

static void each(int me)
{
	(void)me;
	do
		while (LOAD(lock, RELAXED))
			;
	while (atomic_exchange_explicit(&lock, 1, ACQUIRE));
	data++;
	STORE(lock, 0, RELEASE);
}

int main(void)
{
	run_threads(N, each);
}
