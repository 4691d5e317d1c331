// Every kind of timed call in a loop that counts: each is held after --tune timeouts; nothing is claimed.
// drista: inconclusive
// drista: options --tune timeouts=2
// hostile: once
// drista: never says error:
#define _GNU_SOURCE
#include <drista.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t sem;
static mtx_t timed;
static cnd_t cnd;
static int word, ends[2];
static volatile int turns;
static int kind;
static pthread_t creator;
static void *one(void *unused)
{
	struct timespec until = {2000000000, 0}, span = {1, 0};
	struct pollfd file = {ends[0], POLLIN, 0};
	for (;;) {
		turns++;
		switch (kind) {
		case 0: if (pthread_mutex_timedlock(&mutex, &until) == 0) return unused; break;
		case 1: if (pthread_rwlock_timedrdlock(&rwlock, &until) == 0) return unused; break;
		case 2: if (pthread_rwlock_timedwrlock(&rwlock, &until) == 0) return unused; break;
		case 3: if (sem_clockwait(&sem, CLOCK_MONOTONIC, &until) == 0) return unused; break;
		case 4: {
			pthread_mutex_lock(&mutex);
			int error = pthread_cond_clockwait(&cond, &mutex, CLOCK_MONOTONIC, &until);
			pthread_mutex_unlock(&mutex);
			if (!error) return unused;
			break;
		}
		case 5: if (mtx_timedlock(&timed, &until) == thrd_success) return unused; break;
		case 6:
			mtx_lock(&timed);
			if (cnd_timedwait(&cnd, &timed, &until) == thrd_success) return unused;
			mtx_unlock(&timed);
			break;
		case 7: if (syscall(SYS_futex, &word, FUTEX_WAIT, 0, &span, NULL, 0) == 0) return unused; break;
		case 8: if (poll(&file, 1, 1000) == 1) return unused; break;
		case 9: {
			fd_set set;
			struct timeval limit = {1, 0};
			FD_ZERO(&set);
			FD_SET(ends[0], &set);
			if (select(ends[0] + 1, &set, NULL, NULL, &limit) == 1) return unused;
			break;
		}
		case 10: if (pthread_clockjoin_np(creator, NULL, CLOCK_MONOTONIC, &until) == 0) return unused; break;
		}
	}
}
int main(void)
{
	pthread_t thread;
	kind = (int)drista_choose(11);
	creator = pthread_self();
	sem_init(&sem, 0, 0);
	mtx_init(&timed, mtx_timed);
	cnd_init(&cnd);
	if (pipe(ends) != 0) return 1;
	if (kind == 0) pthread_mutex_lock(&mutex);
	if (kind == 1 || kind == 2) pthread_rwlock_wrlock(&rwlock);
	if (kind == 5) mtx_lock(&timed);
	pthread_create(&thread, NULL, one, NULL);
	pthread_join(thread, NULL);
	return 0;
}
