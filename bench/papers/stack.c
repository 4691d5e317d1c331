/* A thread pushes N times and another pops N times, each under the mutex (SV-COMP's stack, VC-DPOR).
 * drista: verified
 * drista: build -DN=2
 */
#include "../programs/common.h"

static atomic_int top, entries[N + 1];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void push(void)
{
	if (atomic_load(&top) >= N)
		return;
	atomic_store(&entries[atomic_load(&top)], 1);
	atomic_store(&top, atomic_load(&top) + 1);
}

static void pop(void)
{
	if (atomic_load(&top) == 0)
		return;
	atomic_store(&top, atomic_load(&top) - 1);
	atomic_load(&entries[atomic_load(&top)]);
}

static void each(int me)
{
	for (int i = 0; i < N; i++) {
		pthread_mutex_lock(&mutex);
		if (me == 0)
			push();
		else
			pop();
		pthread_mutex_unlock(&mutex);
	}
}

int main(void)
{
	run_threads(2, each);
}
