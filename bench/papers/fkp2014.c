/* N threads count t up under the mutex, look at s and t without it, and count s up under it (SV-COMP's fkp2014,
 * VC-DPOR).
 * drista: verified
 * drista: build -DN=2
 */
#include "../programs/common.h"

static atomic_int s, t;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void count(atomic_int *counter)
{
	pthread_mutex_lock(&mutex);
	atomic_store(counter, atomic_load(counter) + 1);
	pthread_mutex_unlock(&mutex);
}

static void each(int me)
{
	(void)me;
	count(&t);
	atomic_load(&s);
	atomic_load(&t);
	count(&s);
}

int main(void)
{
	run_threads(N, each);
}
