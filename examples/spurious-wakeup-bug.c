/*
 * `if` instead of `while` around a wait: it works as long as every wake-up has a reason. POSIX allows wake-ups
 * without one.
 *
 * drista: verified
 * drista: error assertion --spurious-wakeups
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t raised = PTHREAD_COND_INITIALIZER;
static int flag;

static void *waiter(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	if (!flag)
		pthread_cond_wait(&raised, &lock);
	assert(flag);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, waiter, NULL);
	pthread_mutex_lock(&lock);
	flag = 1;
	pthread_cond_signal(&raised);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
