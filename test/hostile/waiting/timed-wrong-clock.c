// Calls that wait by a clock know two clocks; another one is EINVAL.
// hostile: long
// drista: verified
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
static void *other(void *arg)
{
	struct timespec past = {0, 0};
	clockid_t wrong = CLOCK_PROCESS_CPUTIME_ID;
	pthread_condattr_t a;
	pthread_condattr_init(&a);
	assert(pthread_condattr_setclock(&a, wrong) == EINVAL);
	assert(pthread_mutex_clocklock(&held, wrong, &past) == EINVAL);
	assert(pthread_mutex_clocklock(&m, wrong, &past) == EINVAL);
	assert(pthread_rwlock_clockrdlock(&rw, wrong, &past) == EINVAL);
	assert(sem_clockwait(&s, wrong, &past) == -1 && errno == EINVAL);
	pthread_mutex_lock(&m);
	assert(pthread_cond_clockwait(&c, &m, wrong, &past) == EINVAL);
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 0);
	pthread_mutex_lock(&held);
	pthread_rwlock_wrlock(&rw);
	pthread_create(&t, 0, other, 0);
	pthread_join(t, 0);
	return 0;
}
