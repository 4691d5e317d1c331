/*
 * A lost wake-up: the flag is raised without the mutex, between the other thread's look at it and its wait. The signal
 * finds nobody waiting, and the wait never ends. (Holding the mutex around the store mends it.)
 *
 * drista: error deadlock
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t raised = PTHREAD_COND_INITIALIZER;
static atomic_int flag;

static void *waiter(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	while (!atomic_load(&flag))
		pthread_cond_wait(&raised, &lock);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, waiter, NULL);
	atomic_store(&flag, 1);
	pthread_cond_signal(&raised);
	pthread_join(t, NULL);
	return 0;
}
