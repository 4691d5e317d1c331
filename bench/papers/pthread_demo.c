/* A thread counts N times under a mutex, and main as often without it (SV-COMP's pthread-demo-datarace, VC-DPOR).
 * drista: verified
 * drista: build -DN=2
 */
#include "../programs/common.h"

static atomic_int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *counter(void *unused)
{
	for (int i = 0; i < N; i++) {
		pthread_mutex_lock(&mutex);
		int seen = atomic_load(&count);
		atomic_store(&count, seen + 1);
		pthread_mutex_unlock(&mutex);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, counter, NULL))
		abort();
	for (int i = 0; i < N; i++) {
		int seen = atomic_load(&count);
		atomic_store(&count, seen + 1);
	}
	pthread_join(thread, NULL);
}
