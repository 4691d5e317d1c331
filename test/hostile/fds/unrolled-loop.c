// A compiler that unrolls the loop makes copies of the call that initialises the mutex of each iteration.
// drista: verified
// drista: build -O3 -fno-omit-frame-pointer
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
		pthread_mutex_t mutex;
		pthread_mutex_init(&mutex, NULL);
		pthread_create(&thread, NULL, counts, &mutex);
		counts(&mutex);
		pthread_join(thread, NULL);
	}
}
