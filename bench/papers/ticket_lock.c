/* N threads draw tickets under a mutex, look N times whether it is their turn, and leave for good if it is not; who
 * enters writes a word twice and looks at it between (SV-COMP's 48_ticket_lock_low_contention, VC-DPOR).
 * drista: verified
 * drista: build -DN=2
 */
#include "../programs/common.h"

static atomic_int serving, tickets, word;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int is_served(int ticket)
{
	for (int i = 0; i < N; i++)
		if (atomic_load(&serving) == ticket)
			return 1;
	return 0;
}

static void each(int me)
{
	(void)me;
	pthread_mutex_lock(&mutex);
	int mine = atomic_load(&tickets);
	atomic_store(&tickets, mine + 1);
	pthread_mutex_unlock(&mutex);
	if (!is_served(mine))
		return;
	atomic_store(&word, 1);
	atomic_load(&word);
	atomic_store(&word, 0);
	atomic_store(&serving, atomic_load(&serving) + 1);
}

int main(void)
{
	run_threads(N, each);
}
