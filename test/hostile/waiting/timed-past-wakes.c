// A wait on a condition variable whose time is over may still be woken first: the signal comes while it gets the mutex.
// drista: verified
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *other(void *arg)
{
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void)
{
	pthread_t t;
	struct timespec past = {1, 0};
	pthread_create(&t, 0, other, 0);
	pthread_mutex_lock(&m);
	int r = 0;
	while (!ready && r == 0)
		r = pthread_cond_timedwait(&c, &m, &past);
	assert(r == 0 || r == ETIMEDOUT);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
