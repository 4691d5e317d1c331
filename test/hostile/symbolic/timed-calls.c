// Calls that wait until a time, or for one, refuse it where its nanoseconds are out of range: each of them has an input
// for that. How long they wait decides nothing here, so that there are no further inputs.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --keep-going
// hostile: once
// drista: error assertion at timed-calls.c:39
// drista: error assertion at timed-calls.c:41
// drista: error assertion at timed-calls.c:59
// drista: error assertion at timed-calls.c:62
// drista: error assertion at timed-calls.c:64
// drista: says explored with 7 inputs
#include <assert.h>
#include <drista.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <threads.h>
#include <time.h>

static mtx_t k;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void choose(struct timespec *until, const char *name)
{
	uint32_t nanoseconds;
	drista_symbolic(&nanoseconds, sizeof nanoseconds, name);
	until->tv_nsec = nanoseconds;
}

static void *locker(void *unused)
{
	struct timespec until = {0, 0};
	choose(&until, "lock");
	assert(pthread_mutex_timedlock(&m, &until) != EINVAL); // WRONG
	choose(&until, "writer");
	assert(pthread_rwlock_timedwrlock(&l, &until) != EINVAL);
	choose(&until, "mtx");
	assert(mtx_timedlock(&k, &until) != thrd_error);
	return unused;
}

int main(void)
{
	pthread_t t;
	sem_t s;
	pthread_cond_t c = PTHREAD_COND_INITIALIZER;
	sem_init(&s, 0, 0);
	mtx_init(&k, mtx_timed);
	mtx_lock(&k);
	pthread_mutex_lock(&m);
	pthread_rwlock_rdlock(&l);
	pthread_create(&t, 0, locker, 0);
	pthread_join(t, 0);
	struct timespec until = {0, 0};
	choose(&until, "semaphore");
	assert(sem_timedwait(&s, &until) == 0 || errno != EINVAL);
	choose(&until, "condition");
	int error = pthread_cond_timedwait(&c, &m, &until);
	assert(error != EINVAL);
	choose(&until, "sleep");
	assert(thrd_sleep(&until, NULL) >= 0);
	return 0;
}
