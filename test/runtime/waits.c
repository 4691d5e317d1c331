/* Threads that wait for each other, one program per first argument: waits.test.ts. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static atomic_int x;
static sem_t s;
static pthread_barrier_t b;

__attribute__((constructor)) static void before_main(void)
{
	sem_init(&s, 0, 1);
	pthread_barrier_init(&b, 0, 3);
}

static void *wait_once(void *a)
{
	pthread_mutex_lock(&m);
	int error = pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return (void *)(long)error;
}

static void *wait_ready(void *a)
{
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return a;
}

static void *make_ready(void *a)
{
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
	return a;
}

static const struct timespec late = {1000000100, 5}, early = {100, 5};

/* How far the thread's clock has come, in seconds. */
static long seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

static void *wait_until(void *a)
{
	pthread_mutex_lock(&m);
	int error = pthread_cond_timedwait(&c, &m, &late);
	pthread_mutex_unlock(&m);
	return (void *)(error * 1000L + seconds());
}

static void *wait_until_ready(void *a)
{
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_timedwait(&c, &m, &late);
	pthread_mutex_unlock(&m);
	return a;
}

static void *signal_twice(void *a) { pthread_cond_signal(&c); pthread_cond_signal(&c); return a; }
static void *wait_sem(void *a) { return (void *)(long)sem_wait(&s); }
static void *try_sem(void *a) { return (void *)(long)(sem_trywait(&s) ? errno == EAGAIN ? 1 : 2 : 0); }
static void *post_sem(void *a) { return (void *)(long)sem_post(&s); }
static void *timed_sem(void *a) { return (void *)((sem_timedwait(&s, &late) ? errno : 0) * 1000L + seconds()); }
static void *at_barrier(void *a) { return (void *)(long)pthread_barrier_wait(&b); }

static long futex(int operation, unsigned value, const struct timespec *t)
{
	return syscall(SYS_futex, &x, operation, value, t, NULL, FUTEX_BITSET_MATCH_ANY) < 0 ? -errno : 0;
}

static void *sleep_on_0(void *a) { return (void *)futex(FUTEX_WAIT_PRIVATE, 0, 0); }
static void *sleep_100(void *a) { return (void *)(futex(FUTEX_WAIT, 0, &early) * 1000 - seconds()); }
static void *sleep_until_100(void *a) { return (void *)(futex(FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 0,
	&late) * 1000 - seconds()); }
static void *store_and_wake(void *a) { atomic_store(&x, 1); return (void *)syscall(SYS_futex, &x, FUTEX_WAKE_PRIVATE,
	1); }
static void *wake_all(void *a) { atomic_store(&x, 1); return (void *)syscall(SYS_futex, &x, FUTEX_WAKE, INT_MAX); }
static void *wake_two(void *a) { return (void *)syscall(SYS_futex, &x, FUTEX_WAKE, 2); }

/* Runs them all, and prints what they return. */
static void together(int n, ...)
{
	void *(*f[4])(void *);
	pthread_t t[4];
	void *result;
	__builtin_va_list list;
	__builtin_va_start(list, n);
	for (int i = 0; i < n; i++)
		f[i] = __builtin_va_arg(list, void *(*)(void *));
	for (int i = 0; i < n; i++)
		pthread_create(&t[i], 0, f[i], 0);
	for (int i = 0; i < n; i++) {
		pthread_join(t[i], &result);
		printf(i < n - 1 ? "%ld " : "%ld\n", (long)result);
	}
}

static const char *verdict(int ok) { return ok ? "as POSIX has it" : "wrong"; }

static void conditions(void)
{
	pthread_cond_t d;
	pthread_condattr_t attr;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_mutex_lock(&m);
	struct timespec never = {0, 1000000000}, past = {-1, 0}, far = {LONG_MAX, 0};
	int ok = pthread_cond_init(&d, &attr) == 0 && pthread_cond_timedwait(&d, &m, &early) == ETIMEDOUT && seconds() == 100;
	ok = ok && pthread_cond_clockwait(&d, &m, CLOCK_REALTIME, &early) == ETIMEDOUT && seconds() == 100;
	ok = ok && pthread_cond_clockwait(&d, &m, CLOCK_REALTIME, &(struct timespec){1000000200, 0}) == ETIMEDOUT &&
		seconds() == 200;
	ok = ok && pthread_cond_timedwait(&c, &m, &never) == EINVAL && pthread_cond_clockwait(&c, &m, 77, &early) == EINVAL;
	ok = ok && pthread_cond_timedwait(&c, &m, &past) == ETIMEDOUT && seconds() == 200 &&
		pthread_cond_timedwait(&c, &m, &far) == ETIMEDOUT;
	ok = ok && pthread_cond_signal(&d) == 0 && pthread_cond_broadcast(&d) == 0 && pthread_cond_destroy(&d) == 0;
	puts(verdict(ok && pthread_mutex_unlock(&m) == 0));
}

static void semaphores(void)
{
	sem_t t;
	int n;
	int ok = sem_init(&t, 1, SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL && sem_init(&t, 1, 2) == 0;
	ok = ok && sem_wait(&t) == 0 && sem_trywait(&t) == 0 && sem_trywait(&t) == -1 && errno == EAGAIN;
	ok = ok && sem_timedwait(&t, &late) == -1 && errno == ETIMEDOUT && seconds() == 100;
	ok = ok && sem_clockwait(&t, CLOCK_MONOTONIC, &(struct timespec){200, 0}) == -1 && errno == ETIMEDOUT &&
		seconds() == 200;
	ok = ok && sem_post(&t) == 0 && sem_getvalue(&t, &n) == 0 && n == 1 && sem_timedwait(&t, &late) == 0;
	ok = ok && sem_getvalue(&t, &n) == 0 && n == 0 && sem_destroy(&t) == 0;
	ok = ok && sem_init(&t, 0, SEM_VALUE_MAX) == 0 && sem_post(&t) == -1 && errno == EOVERFLOW;
	puts(verdict(ok));
}

static void barriers(void)
{
	pthread_barrier_t one;
	int ok = pthread_barrier_init(&one, 0, 0) == EINVAL && pthread_barrier_init(&one, 0, 1) == 0;
	for (int i = 0; i < 3; i++)
		ok = ok && pthread_barrier_wait(&one) == PTHREAD_BARRIER_SERIAL_THREAD;
	puts(verdict(ok && pthread_barrier_destroy(&one) == 0));
}

static void *two_rounds(void *a)
{
	int first = pthread_barrier_wait(&b), second = pthread_barrier_wait(&b);
	return (void *)(long)(first + second);
}

static void calls(void)
{
	struct timespec t = {7, 0};
	int ok = syscall(SYS_gettid) == gettid() && syscall(SYS_sched_yield) == 0 && syscall(SYS_getpid) == getpid();
	ok = ok && syscall(SYS_nanosleep, &t, 0) == 0 && syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t) == 0 && t.tv_sec == 7;
	ok = ok && futex(FUTEX_WAKE, 1, 0) == 0 && futex(FUTEX_WAIT, 1, 0) == -EAGAIN &&
		futex(FUTEX_WAIT, 0, &(struct timespec){1, -1}) == -EINVAL;
	puts(verdict(ok));
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
#define CASE(name) if (strcmp(what, name) == 0)
	CASE("signal") together(3, wait_once, wait_once, signal_twice);
	CASE("ready") together(3, wait_ready, wait_ready, make_ready);
	CASE("lost") together(2, wait_once, wait_once);
	CASE("timed") together(2, wait_until, make_ready);
	CASE("late") together(1, wait_until_ready);
	CASE("sem") together(3, wait_sem, try_sem, post_sem);
	CASE("sem timed") { sem_wait(&s); together(2, timed_sem, post_sem); }
	CASE("sem late") together(2, timed_sem, timed_sem);
	CASE("barrier") together(3, at_barrier, at_barrier, at_barrier);
	CASE("rounds") together(3, two_rounds, two_rounds, two_rounds);
	CASE("barrier short") together(2, at_barrier, at_barrier);
	CASE("futex") together(2, sleep_on_0, store_and_wake);
	CASE("futex all") together(3, sleep_on_0, sleep_on_0, wake_all);
	CASE("futex two") together(4, sleep_on_0, sleep_on_0, sleep_on_0, wake_two);
	CASE("futex late") together(2, sleep_100, sleep_until_100);
	CASE("requeue") syscall(SYS_futex, &x, FUTEX_CMP_REQUEUE, 1, 1, &x, 0);
	CASE("clone") syscall(SYS_clone, 0, 0, 0, 0, 0);
	CASE("conditions") conditions();
	CASE("semaphores") semaphores();
	CASE("barriers") barriers();
	CASE("calls") calls();
	CASE("sem_open") sem_open("/name", 0);
	return 0;
}
