// Timed calls with a deadline whose nanoseconds are none: EINVAL where the call has to wait, and nothing else happens.
// drista: verified
// drista: says (1 execution
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
	struct timespec wrong = {0, 1000000000}, negative = {0, -1};
	assert(pthread_mutex_timedlock(&held, &wrong) == EINVAL);
	assert(pthread_mutex_timedlock(&held, &negative) == EINVAL);
	assert(pthread_mutex_clocklock(&held, CLOCK_MONOTONIC, &wrong) == EINVAL);
	assert(pthread_rwlock_timedrdlock(&rw, &wrong) == EINVAL);
	assert(pthread_rwlock_timedwrlock(&rw, &wrong) == EINVAL);
	assert(pthread_rwlock_clockrdlock(&rw, CLOCK_MONOTONIC, &wrong) == EINVAL);
	assert(sem_timedwait(&s, &wrong) == -1 && errno == EINVAL);
	assert(sem_clockwait(&s, CLOCK_MONOTONIC, &wrong) == -1 && errno == EINVAL);
	pthread_mutex_lock(&m);
	assert(pthread_cond_timedwait(&c, &m, &wrong) == EINVAL);
	assert(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &negative) == EINVAL);
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
