/*
 * A ticket lock around plain data, N threads (SV-COMP's 48_ticket_lock; GenMC's ticketlock). Each waits for its turn;
 * with TRY it leaves when it is not, and the data are atomic.
 * drista: verified
 * drista: build -DN=2
 */
#include "common.h"

static atomic_int tickets, serving;

#ifdef TRY
static atomic_int data;

static void each(int me)
{
	(void)me;
	int mine = atomic_fetch_add(&tickets, 1);
	if (atomic_load(&serving) != mine)
		return;
	int old = atomic_load(&data);
	atomic_store(&data, old + 1);
	atomic_store(&serving, mine + 1);
}
#else
static int data;

static void each(int me)
{
	(void)me;
	int mine = atomic_fetch_add_explicit(&tickets, 1, RELAXED);
	while (LOAD(serving, ACQUIRE) != mine)
		;
	data++;
	STORE(serving, mine + 1, RELEASE);
}
#endif

int main(void)
{
	run_threads(N, each);
}
