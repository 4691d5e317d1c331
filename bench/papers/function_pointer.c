/* One thread looks N times at what N threads set to the same value, each under the mutex (SV-COMP's
 * 30_Function_Pointer3, VC-DPOR).
 * drista: verified
 * drista: build -DN=2
 */
#include "../programs/common.h"

static atomic_int result;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void each(int me)
{
	if (me == 0) {
		for (int i = 0; i < N; i++)
			atomic_load(&result);
		return;
	}
	pthread_mutex_lock(&mutex);
	result = 8;
	pthread_mutex_unlock(&mutex);
}

int main(void)
{
	run_threads(N + 1, each);
}
