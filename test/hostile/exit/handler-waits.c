// The handler locks what the last thread has left locked, and waits for ever.
// drista: error deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void handler(void)
{
	pthread_mutex_lock(&m);
}
static void *locks(void *unused)
{
	pthread_mutex_lock(&m);
	return unused;
}
int main(void)
{
	pthread_t t;
	atexit(handler);
	pthread_create(&t, NULL, locks, NULL);
	pthread_exit(NULL);
}
