/* A thread sets two words under the mutex, and a flag without; one compares the words N times under it; N threads reset
 * all three, and look at them, both under it (SV-COMP's 32_pthread5_vs_pthread4, VC-DPOR).
 * drista: verified
 * drista: build -DN=1
 */
#include "../programs/common.h"

static atomic_int first, second, flag, found;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void set(int value)
{
	atomic_store(&first, value);
	atomic_store(&second, value);
}

static void each(int me)
{
	if (me == 1) {
		for (int i = 0; i < N; i++) {
			pthread_mutex_lock(&mutex);
			atomic_load(&first);
			atomic_load(&second);
			pthread_mutex_unlock(&mutex);
		}
		return;
	}
	pthread_mutex_lock(&mutex);
	set(me == 0);
	if (me > 1)
		atomic_store(&flag, 0);
	pthread_mutex_unlock(&mutex);
	if (me == 0) {
		atomic_store(&flag, 1);
		return;
	}
	pthread_mutex_lock(&mutex);
	if (atomic_load(&flag)) {
		atomic_store(&found, 1);
		if (atomic_load(&first) == 1)
			atomic_load(&second);
	}
	pthread_mutex_unlock(&mutex);
}

int main(void)
{
	run_threads(N + 2, each);
}
