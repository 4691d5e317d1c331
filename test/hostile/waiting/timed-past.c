// Timed calls whose time is over: those that need not wait succeed all the same, those that have to wait time out.
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
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER, open = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s, full;
static void *other(void *arg)
{
	struct timespec past = {0, 0}, before = {-5, 0}, wrong = {0, 1000000000};
	assert(pthread_mutex_timedlock(&held, &past) == ETIMEDOUT);
	assert(pthread_mutex_timedlock(&held, &before) == ETIMEDOUT);
	assert(pthread_mutex_clocklock(&held, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
	assert(pthread_mutex_timedlock(&m, &past) == 0);
	assert(pthread_mutex_unlock(&m) == 0);
	assert(pthread_mutex_timedlock(&m, &wrong) == 0);
	assert(pthread_mutex_unlock(&m) == 0);
	assert(pthread_rwlock_timedrdlock(&rw, &past) == ETIMEDOUT);
	assert(pthread_rwlock_timedwrlock(&rw, &past) == ETIMEDOUT);
	assert(pthread_rwlock_clockwrlock(&rw, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
	assert(pthread_rwlock_timedrdlock(&open, &past) == 0);
	assert(pthread_rwlock_unlock(&open) == 0);
	assert(sem_timedwait(&s, &past) == -1 && errno == ETIMEDOUT);
	assert(sem_clockwait(&s, CLOCK_MONOTONIC, &past) == -1 && errno == ETIMEDOUT);
	assert(sem_timedwait(&full, &past) == 0);
	pthread_mutex_lock(&m);
	assert(pthread_cond_timedwait(&c, &m, &past) == ETIMEDOUT);
	assert(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 0);
	sem_init(&full, 0, 1);
	pthread_mutex_lock(&held);
	pthread_rwlock_wrlock(&rw);
	pthread_create(&t, 0, other, 0);
	pthread_join(t, 0);
	return 0;
}
