// Each iteration of an unrolled loop has a mutex that is initialised statically, and nobody destroys it.
// drista: verified
// drista: build -O3
#include <pthread.h>

static int count;

static void *counts(void *mutex)
{
	pthread_mutex_lock(mutex);
	count++;
	pthread_mutex_unlock(mutex);
	return NULL;
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		pthread_t thread;
		pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
		pthread_create(&thread, NULL, counts, &mutex);
		counts(&mutex);
		pthread_join(thread, NULL);
	}
}
