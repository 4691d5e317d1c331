/* Small programs in one, chosen by the first argument: runs.test.ts. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static volatile int flag;

static int look(atomic_int *a) { return atomic_load_explicit(a, memory_order_relaxed); }
static void put(atomic_int *a) { atomic_store_explicit(a, 1, memory_order_relaxed); }

static void *left(void *a) { put(&x); return (void *)(long)look(&y); }
static void *right(void *a) { put(&y); return (void *)(long)look(&x); }
static void *m_then_n(void *a) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n);
	pthread_mutex_unlock(&m); return a; }
static void *n_then_m(void *a) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&n); return a; }
static void *spin(void *a) { while (!look(&x)) sched_yield(); return a; }
static void *take(void *a) { while (atomic_exchange(&x, 1)) ; return a; }
static void *set(void *a) { look(&y); put(&x); return a; }
static void *spin_plain(void *a) { while (!flag) ; return a; }
static void *set_plain(void *a) { look(&y); flag = 1; return a; }
static void *write_to(void *a) { look(&x); *(volatile int *)a = 1; return a; }
static void *store_to(void *a) { atomic_store((atomic_int *)a, 1); return a; }
static void *check(void *a) { assert(look(&x) == 1); return a; }
static void *leave(void *a) { look(&x); exit(7); }
static void clean_up(void *a) { puts("cleaned up"); }
static void *unwind(void *a) { pthread_cleanup_push(clean_up, 0); pthread_exit((void *)3); pthread_cleanup_pop(0);
	return a; }
static void *nothing(void *a) { return a; }
static int deeper(int k) { volatile char block[4096]; block[k & 4095] = 1; return deeper(k + 1) + block[k * 7 & 4095]; }
static void *deep(void *a) { return (void *)(long)deeper(0); }

static void *joined(void *(*f)(void *), void *a)
{
	pthread_t t;
	void *result;
	pthread_create(&t, 0, f, a);
	pthread_join(t, &result);
	return result;
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

static void mutexes(void)
{
	pthread_mutex_t r, e;
	pthread_mutexattr_t t;
	pthread_mutexattr_init(&t);
	pthread_mutexattr_settype(&t, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&r, &t);
	pthread_mutexattr_settype(&t, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&e, &t);
	int ok = pthread_mutex_lock(&r) == 0 && pthread_mutex_trylock(&r) == 0 && pthread_mutex_unlock(&r) == 0 &&
	         pthread_mutex_unlock(&r) == 0 && pthread_mutex_unlock(&r) == EPERM;
	ok = ok && pthread_mutex_lock(&e) == 0 && pthread_mutex_lock(&e) == EDEADLK && pthread_mutex_trylock(&e) == EBUSY &&
	     pthread_mutex_unlock(&e) == 0 && pthread_mutex_unlock(&e) == EPERM;
	ok = ok && pthread_mutex_unlock(&m) == 0 && pthread_mutex_lock(&m) == 0 && pthread_mutex_unlock(&m) == 0 &&
		pthread_mutex_destroy(&r) == 0;
	printf("%s\n", ok ? "as POSIX has it" : "wrong");
}

static void sleeps(void)
{
	struct timespec before;
	clock_gettime(CLOCK_REALTIME, &before);
	sleep(3);
	printf("%ld\n", (long)(time(0) - before.tv_sec));
}

static void detached(void)
{
	pthread_t t;
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_create(&t, &attr, m_then_n, 0);
	pthread_create(&t, 0, m_then_n, 0);
	pthread_detach(t);
}

static void join_twice(void)
{
	pthread_t t;
	pthread_create(&t, 0, nothing, 0);
	pthread_join(t, 0);
	pthread_join(t, 0);
}

static void at_exit(void) { puts("at exit"); }

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
#define CASE(name) if (strcmp(what, name) == 0)
	CASE("sb") both(left, right);
	CASE("deadlock") both(m_then_n, n_then_m);
	CASE("spin") both(spin, set);
	CASE("livelock") joined(spin, 0);
	CASE("spinlock") both(take, take);
	CASE("plain spin") both(spin_plain, set_plain);
	CASE("plain livelock") joined(spin_plain, 0);
	CASE("null") joined(write_to, (void *)8);
	CASE("atomic null") joined(store_to, (void *)16);
	CASE("overflow") joined(deep, 0);
	CASE("main overflow") deep(0);
	CASE("assert") joined(check, 0);
	CASE("abort") abort();
	CASE("raise") raise(SIGABRT);
	CASE("raw exit") syscall(SYS_exit_group, 3);
	CASE("killed") {
		long self = SYS_getpid, kills = SYS_kill;
		__asm__ volatile("syscall" : "+a"(self) : : "rcx", "r11", "memory"); /* as somebody else would do it */
		__asm__ volatile("syscall" : "+a"(kills) : "D"(self), "S"((long)SIGKILL) : "rcx", "r11", "memory");
	}
	CASE("exit in thread") both(leave, m_then_n);
	CASE("at exit") { atexit(at_exit); return 3; }
	CASE("_exit") { atexit(at_exit); _exit(5); }
	CASE("quick_exit") quick_exit(6);
	CASE("unwind") printf("%ld\n", (long)joined(unwind, 0));
	CASE("main unwinds") { pthread_t t; pthread_create(&t, 0, nothing, 0); pthread_exit(0); }
	CASE("mutexes") mutexes();
	CASE("sleeps") sleeps();
	CASE("detached") detached();
	CASE("join twice") join_twice();
	CASE("sem") sem_open("/name", 0);
	CASE("fork") fork();
	return 0;
}
