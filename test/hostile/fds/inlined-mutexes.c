// Functions with mutexes of their own are inlined: the mutexes may share a place.
// drista: verified
// drista: build -O2 -fno-omit-frame-pointer
#include <pthread.h>

static int count;

static inline __attribute__((always_inline)) void once(void)
{
	pthread_mutex_t mutex;
	pthread_mutex_init(&mutex, NULL);
	pthread_mutex_lock(&mutex);
	count++;
	pthread_mutex_unlock(&mutex);
}

static void *counts(void *unused)
{
	once();
	once();
	return unused;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, counts, NULL);
	pthread_join(thread, NULL);
}
