/* Locks, once and C11's threads: small programs in one, chosen by the first argument: locks.test.ts. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int data, failures;

#define HOLDS(condition) ((condition) ? 0 : (failures++, printf("line %d: not so: %s\n", __LINE__, #condition)))

static struct timespec seconds(clockid_t clock, long from_now)
{
	struct timespec t;
	clock_gettime(clock, &t);
	t.tv_sec += from_now;
	return t;
}

static long joined(void *(*f)(void *), void *a)
{
	pthread_t t;
	void *result;
	pthread_create(&t, 0, f, a);
	pthread_join(t, &result);
	return (long)result;
}

static void both(void *(*f)(void *), void *(*g)(void *))
{
	pthread_t t, u;
	void *r, *s;
	pthread_create(&t, 0, f, 0);
	pthread_create(&u, 0, g, 0);
	pthread_join(t, &r);
	pthread_join(u, &s);
	printf("%ld %ld\n", (long)r, (long)s);
}

/* Read-write locks. */
static void *try_read(void *a) { int r = pthread_rwlock_tryrdlock(&rw); if (!r) pthread_rwlock_unlock(&rw);
	return (void *)(long)r; }
static void *try_write(void *a) { int r = pthread_rwlock_trywrlock(&rw); if (!r) pthread_rwlock_unlock(&rw);
	return (void *)(long)r; }
static void *timed_read(void *a)
{
	struct timespec t = seconds(CLOCK_REALTIME, 5);
	int r = pthread_rwlock_timedrdlock(&rw, &t);
	if (!r)
		pthread_rwlock_unlock(&rw);
	return (void *)(long)r;
}
static void *timed_write(void *a)
{
	struct timespec t = seconds(CLOCK_MONOTONIC, 5);
	time_t before = t.tv_sec - 5;
	int r = pthread_rwlock_clockwrlock(&rw, CLOCK_MONOTONIC, &t);
	if (!r)
		pthread_rwlock_unlock(&rw);
	return (void *)(long)(r + 1000 * (seconds(CLOCK_MONOTONIC, 0).tv_sec - before));
}
static void *reader(void *a) { pthread_rwlock_rdlock(&rw); long seen = data; pthread_rwlock_unlock(&rw);
	return (void *)seen; }
static void *writer(void *a) { pthread_rwlock_wrlock(&rw); data++; pthread_rwlock_unlock(&rw); return 0; }

static void rwlocks(void)
{
	pthread_rwlockattr_t attr;
	pthread_rwlockattr_init(&attr);
	pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	HOLDS(pthread_rwlock_init(&rw, &attr) == 0);
	HOLDS(pthread_rwlock_rdlock(&rw) == 0 && pthread_rwlock_rdlock(&rw) == 0);
	HOLDS(joined(try_read, 0) == 0 && joined(try_write, 0) == EBUSY && joined(timed_read, 0) == 0);
	HOLDS(joined(timed_write, 0) == ETIMEDOUT + 5000);
	HOLDS(pthread_rwlock_unlock(&rw) == 0 && joined(try_write, 0) == EBUSY);
	HOLDS(pthread_rwlock_unlock(&rw) == 0 && joined(try_write, 0) == 0);
	HOLDS(pthread_rwlock_wrlock(&rw) == 0 && joined(try_read, 0) == EBUSY && joined(timed_read, 0) == ETIMEDOUT);
	HOLDS(pthread_rwlock_unlock(&rw) == 0 && joined(timed_write, 0) == 0);
	struct timespec never = {0, -1};
	HOLDS(pthread_rwlock_timedrdlock(&rw, &never) == EINVAL && pthread_rwlock_clockrdlock(&rw, CLOCK_TAI,
		&never) == EINVAL);
	HOLDS(pthread_rwlock_destroy(&rw) == 0);
	pthread_rwlock_t fresh = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
	rw = fresh;
	HOLDS(joined(writer, 0) == 0 && joined(reader, 0) == 1);
}

/* Spinlocks. */
static void *try_spin(void *a) { int r = pthread_spin_trylock(&spin); if (!r) pthread_spin_unlock(&spin);
	return (void *)(long)r; }
static void *in_spin(void *a) { pthread_spin_lock(&spin); data++; pthread_spin_unlock(&spin); return 0; }

static void spinlocks(void)
{
	spin = -1;
	HOLDS(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE) == 0);
	HOLDS(pthread_spin_lock(&spin) == 0 && joined(try_spin, 0) == EBUSY && pthread_spin_trylock(&spin) == EBUSY);
	HOLDS(pthread_spin_unlock(&spin) == 0 && joined(try_spin, 0) == 0);
	HOLDS(pthread_spin_destroy(&spin) == 0);
	HOLDS(pthread_spin_init(&spin, PTHREAD_PROCESS_SHARED) == 0 && joined(in_spin, 0) == 0 && data == 1);
}

/* Mutexes with a time-out, robust ones, ceilings. */
static void *timed_lock(void *a)
{
	struct timespec t = seconds(CLOCK_REALTIME, 5);
	time_t before = time(0);
	int r = pthread_mutex_timedlock(&m, &t);
	if (!r)
		pthread_mutex_unlock(&m);
	return (void *)(long)(r + 1000 * (time(0) - before));
}
static void *timed_lock_loop(void *a)
{
	struct timespec t = seconds(CLOCK_REALTIME, 5);
	while (pthread_mutex_timedlock(&m, &t))
		;
	return a;
}
static void *locked(void *a) { pthread_mutex_lock(&m); data++; pthread_mutex_unlock(&m); return 0; }
static void *lock(void *a) { return (void *)(long)pthread_mutex_lock(&m); }
static void *lock_twice(void *a) { pthread_mutex_lock(&m); return (void *)(long)pthread_mutex_lock(&m); }
static void *unlock(void *a) { return (void *)(long)pthread_mutex_unlock(&m); }
static void *try(void *a) { return (void *)(long)pthread_mutex_trylock(&m); }
static void *try_and_unlock(void *a) { int r = pthread_mutex_trylock(&m); pthread_mutex_unlock(&m);
	return (void *)(long)r; }
static void *lock_and_exit(void *a) { pthread_mutex_lock(&m); pthread_exit(0); }
static void *repair(void *a)
{
	int r = pthread_mutex_lock(&m);
	if (r == EOWNERDEAD)
		pthread_mutex_consistent(&m);
	pthread_mutex_unlock(&m);
	return (void *)(long)r;
}

static void timed(void)
{
	struct timespec t = seconds(CLOCK_MONOTONIC, 5), never = {0, 1000000000};
	HOLDS(joined(timed_lock, 0) == 0);
	HOLDS(pthread_mutex_lock(&m) == 0 && joined(timed_lock, 0) == ETIMEDOUT + 5000);
	HOLDS(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &t) == ETIMEDOUT && pthread_mutex_timedlock(&m, &never) == EINVAL);
}

static void make(int type, int robust, int protocol)
{
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, type);
	pthread_mutexattr_setrobust(&attr, robust);
	pthread_mutexattr_setprotocol(&attr, protocol);
	pthread_mutex_init(&m, &attr);
}

static void robust(void)
{
	make(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST, PTHREAD_PRIO_NONE);
	HOLDS(joined(lock, 0) == 0);
	HOLDS(pthread_mutex_lock(&m) == EOWNERDEAD && pthread_mutex_consistent(&m) == 0 &&
		pthread_mutex_consistent(&m) == EINVAL);
	HOLDS(pthread_mutex_unlock(&m) == 0 && pthread_mutex_unlock(&m) == EPERM && pthread_mutex_lock(&m) == 0);
	HOLDS(joined(unlock, 0) == EPERM && joined(try, 0) == EBUSY && pthread_mutex_unlock(&m) == 0);
	joined(lock_and_exit, 0);
	HOLDS(pthread_mutex_trylock(&m) == EOWNERDEAD && pthread_mutex_unlock(&m) == 0);
	HOLDS(joined(lock, 0) == ENOTRECOVERABLE && joined(try, 0) == ENOTRECOVERABLE &&
		joined(timed_lock, 0) == ENOTRECOVERABLE);
	pthread_mutex_destroy(&m);
	make(PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ROBUST, PTHREAD_PRIO_INHERIT);
	HOLDS(joined(lock_twice, 0) == 0 && joined(try_and_unlock, 0) == EOWNERDEAD && joined(lock, 0) == ENOTRECOVERABLE);
}

static void ceilings(void)
{
	int ceiling = 0;
	HOLDS(pthread_mutex_getprioceiling(&m, &ceiling) == EINVAL);
	make(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_STALLED, PTHREAD_PRIO_PROTECT);
	HOLDS(pthread_mutex_setprioceiling(&m, 7, &ceiling) == 0 && pthread_mutex_getprioceiling(&m, &ceiling) == 0 &&
		ceiling == 7);
}

static void robust_pair(void)
{
	make(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST, PTHREAD_PRIO_NONE);
	both(lock, repair);
}

/* Once. */
static void count(void) { data++; }
static void leave(void) { if (data++ == 0) pthread_exit((void *)9); }
static void again(void) { pthread_once(&once, again); }
static void *once_count(void *a) { pthread_once(&once, count); return (void *)(long)data; }
static void *once_leave(void *a) { pthread_once(&once, leave); return (void *)(long)data; }
static void *once_again(void *a) { pthread_once(&once, again); return 0; }

/* C11. */
static mtx_t mutex;
static cnd_t condition;
static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static int ready;

static void destroyed(void *value) { printf("destroyed %d\n", *(int *)value); }
static int wait_ready(void *a)
{
	static thread_local int mine;
	mine = *(int *)a;
	call_once(&flag, count);
	HOLDS(tss_get(key) == 0 && tss_set(key, &mine) == thrd_success && tss_get(key) == &mine);
	mtx_lock(&mutex);
	while (!ready)
		cnd_wait(&condition, &mutex);
	mtx_unlock(&mutex);
	if (mine < 0)
		thrd_exit(mine);
	return mine;
}
static int only_current(void *a) { return thrd_equal(thrd_current(), *(thrd_t *)a); }

static void c11(void)
{
	thrd_t t[2];
	int argument[2] = {5, -6}, result[2];
	HOLDS(mtx_init(&mutex, mtx_timed | mtx_recursive) == thrd_success && mtx_init(&mutex, 99) == thrd_error);
	HOLDS(cnd_init(&condition) == thrd_success && tss_create(&key, destroyed) == thrd_success);
	for (int i = 0; i < 2; i++)
		HOLDS(thrd_create(&t[i], wait_ready, &argument[i]) == thrd_success);
	HOLDS(mtx_lock(&mutex) == thrd_success && mtx_trylock(&mutex) == thrd_success && mtx_unlock(&mutex) == thrd_success);
	ready = 1;
	HOLDS(cnd_signal(&condition) == thrd_success && cnd_broadcast(&condition) == thrd_success &&
		mtx_unlock(&mutex) == thrd_success);
	for (int i = 0; i < 2; i++)
		HOLDS(thrd_join(t[i], &result[i]) == thrd_success && result[i] == argument[i]);
	HOLDS(data == 1 && thrd_create(&t[0], only_current, &t[0]) == thrd_success &&
		thrd_join(t[0], result) == thrd_success && result[0] == 1);
	HOLDS(thrd_create(&t[0], only_current, &t[0]) == thrd_success && thrd_detach(t[0]) == thrd_success);
	HOLDS(thrd_equal(thrd_current(), thrd_current()) && thrd_sleep(&(struct timespec){1, 0}, 0) == 0);
	thrd_yield();
	mtx_destroy(&mutex), cnd_destroy(&condition), tss_delete(key);
}

static int failing_c11(void *a)
{
	mtx_t own;
	struct timespec t;
	timespec_get(&t, TIME_UTC);
	mtx_init(&own, mtx_plain);
	mtx_lock(&own);
	return mtx_trylock(&mutex) == thrd_busy && mtx_timedlock(&mutex, &t) == thrd_timedout &&
		cnd_timedwait(&condition, &own, &t) == thrd_timedout;
}

static void c11_fails(void)
{
	thrd_t t;
	int result;
	mtx_init(&mutex, mtx_timed), cnd_init(&condition), mtx_lock(&mutex);
	thrd_create(&t, failing_c11, 0);
	HOLDS(thrd_join(t, &result) == thrd_success && result == 1);
}

/* What is told to the kernel. */
static void *inherits(void *a)
{
	char name[16];
	HOLDS(pthread_getname_np(pthread_self(), name, 16) == 0 && strcmp(name, "first") == 0);
	HOLDS(pthread_setname_np(pthread_self(), "second") == 0 && sched_getcpu() == 1);
	return a;
}

static void settings(void)
{
	char name[16];
	cpu_set_t set;
	struct sched_param p = {.sched_priority = 3};
	int policy;
	pthread_t self = pthread_self();
	HOLDS(pthread_getname_np(self, name, 16) == 0 && strcmp(name, "locks") == 0 &&
		pthread_getname_np(self, name, 3) == ERANGE);
	HOLDS(pthread_setname_np(self, "a name that is too long") == ERANGE && pthread_setname_np(self, "first") == 0);
	HOLDS(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 2 && get_nprocs() == 2 &&
		sysconf(_SC_NPROCESSORS_ONLN) == 2);
	CPU_ZERO(&set);
	HOLDS(pthread_setaffinity_np(self, sizeof set, &set) == EINVAL && sched_getcpu() == 0);
	CPU_SET(1, &set);
	HOLDS(pthread_setaffinity_np(self, sizeof set, &set) == 0 && joined(inherits, 0) == 0);
	HOLDS(pthread_getaffinity_np(self, sizeof set, &set) == 0 && CPU_COUNT(&set) == 1 && CPU_ISSET(1, &set));
	HOLDS(pthread_setschedparam(self, SCHED_FIFO, &p) == 0 && pthread_setschedprio(self, 4) == 0);
	HOLDS(pthread_getschedparam(self, &policy, &p) == 0 && policy == SCHED_FIFO && p.sched_priority == 4 &&
		sched_getscheduler(0) == SCHED_FIFO);
	HOLDS(pthread_getname_np(self, name, 16) == 0 && strcmp(name, "first") == 0 && sysconf(_SC_PAGESIZE) == 4096);
	HOLDS(pthread_setconcurrency(4) == 0 && pthread_atfork(count, count, count) == 0);
	HOLDS(pthread_kill(self, 0) == 0 && pthread_kill((pthread_t)&m, 0) == ESRCH);
	struct timespec t = {0};
	HOLDS(clock_gettime(12345, &t) == -1 && errno == EINVAL && clock_gettime(CLOCK_TAI, &t) == 0 &&
		clock_nanosleep(CLOCK_TAI - 1, 0, &(struct timespec){0}, NULL) == EINVAL);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
#define CASE(name) if (strcmp(what, name) == 0)
	CASE("rwlocks") rwlocks();
	CASE("spinlocks") spinlocks();
	CASE("timed") timed();
	CASE("robust") robust();
	CASE("ceilings") ceilings();
	CASE("c11") c11();
	CASE("c11 fails") c11_fails();
	CASE("settings") settings();
	CASE("read and write") both(reader, writer);
	CASE("try") both(try_read, writer);
	CASE("spin") both(try_spin, in_spin);
	CASE("timed lock") both(timed_lock, locked);
	CASE("timed lock loop") both(lock, timed_lock_loop);
	CASE("robust pair") robust_pair();
	CASE("once") both(once_count, once_count);
	CASE("once left") both(once_leave, once_leave);
	CASE("once again") joined(once_again, 0);
	CASE("mutex") both(timed_lock, timed_lock);
	CASE("rwlock destroyed") { pthread_rwlock_destroy(&rw); joined(reader, 0); }
	CASE("spinlock destroyed") { pthread_spin_destroy(&spin); joined(in_spin, 0); }
	return failures != 0;
}
