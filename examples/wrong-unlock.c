/*
 * A mutex belongs to the thread that locked it: here another thread unlocks it, which POSIX leaves undefined.
 *
 * drista: error misuse
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *unlocker(void *unused)
{
	(void)unused;
	pthread_mutex_unlock(&mutex);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	pthread_mutex_lock(&mutex);
	pthread_create(&thread, NULL, unlocker, NULL);
	pthread_join(thread, NULL);
	return 0;
}
