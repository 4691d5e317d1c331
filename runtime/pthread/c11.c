/*
 * The calls of C11's threads.h (C11 7.26). As in libc they are the pthread functions under other names, with other
 * results. (thrd_sleep and thrd_yield: time.c. thrd_current and thrd_equal of libc do.) Their types are libc's: a mtx_t
 * is a pthread_mutex_t, a thrd_t a pthread_t, and so on.
 */
#include "memory/plain.h"
#include "pthread/calls.h"
#include "pthread/cond.h"
#include "pthread/life.h"
#include "pthread/mutex.h"
#include "symbolic/threads.h"
#include "thread-state/spin.h"

#include <errno.h>
#include <threads.h>

/* Weak: a program may define these functions itself, as libc did not always have them. */
#define WEAK DR_EXPORT __attribute__((weak))

static int result_of(int error)
{
	switch (error) {
	case 0: return thrd_success;
	case EBUSY: return thrd_busy;
	case ETIMEDOUT: return thrd_timedout;
	case ENOMEM: return thrd_nomem;
	default: return thrd_error;
	}
}

/* Threads. */

WEAK int thrd_create(thrd_t *out, thrd_start_t routine, void *argument)
{
	dr_thread_create(out, NULL, (void *(*)(void *))(void *)routine, argument, 1, DR_SITE);
	return thrd_success;
}

WEAK int thrd_join(thrd_t id, int *out)
{
	int result = (int)(long)dr_thread_join(id, DR_SITE);
	if (out) {
		dr_plain_range(out, sizeof *out, DR_WRITES, DR_SITE);
		*out = result;
		dr_symbolic_joined(dr_thread_of(id)->number, out, sizeof *out, DR_SITE);
	}
	return thrd_success;
}

WEAK int thrd_detach(thrd_t id)
{
	dr_thread_detach(id, DR_SITE);
	return thrd_success;
}

WEAK void thrd_exit(int result)
{
	pthread_exit((void *)(long)result);
}

/* Mutexes. */

static pthread_mutex_t *mutex(mtx_t *m)
{
	return (pthread_mutex_t *)m;
}

WEAK int mtx_init(mtx_t *m, int type)
{
	if (type & ~(mtx_timed | mtx_recursive))
		return thrd_error;
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
	return result_of(dr_mutex_init(mutex(m), &attr, DR_SITE));
}

DR_WAITING_WEAK(int, mtx_lock, mtx_t *m)
{
	return result_of(dr_mutex_lock(mutex(m), dr_spin_fingerprint(), DR_SITE));
}

DR_WAITING_WEAK(int, mtx_trylock, mtx_t *m)
{
	return result_of(dr_mutex_trylock(mutex(m), dr_spin_fingerprint(), DR_SITE));
}

DR_WAITING_WEAK(int, mtx_timedlock, mtx_t *m, const struct timespec *until)
{
	return result_of(dr_mutex_timedlock(mutex(m), CLOCK_REALTIME, until, dr_spin_fingerprint(), DR_SITE));
}

WEAK int mtx_unlock(mtx_t *m)
{
	return result_of(dr_mutex_unlock(mutex(m), DR_SITE));
}
WEAK void mtx_destroy(mtx_t *m)
{
	dr_mutex_destroy(mutex(m), DR_SITE);
}

/* Condition variables. */

static pthread_cond_t *condition(cnd_t *c)
{
	return (pthread_cond_t *)c;
}

DR_WAITING_WEAK(int, cnd_wait, cnd_t *c, mtx_t *m)
{
	return result_of(dr_cond_wait(condition(c), mutex(m), CLOCK_REALTIME, NULL, dr_spin_fingerprint(), DR_SITE));
}

DR_WAITING_WEAK(int, cnd_timedwait, cnd_t *c, mtx_t *m, const struct timespec *until)
{
	return result_of(dr_cond_wait(condition(c), mutex(m), CLOCK_REALTIME, until, dr_spin_fingerprint(), DR_SITE));
}

WEAK int cnd_signal(cnd_t *c)
{
	return result_of(dr_cond_signal(condition(c), DR_SITE));
}
WEAK int cnd_broadcast(cnd_t *c)
{
	return result_of(dr_cond_broadcast(condition(c), DR_SITE));
}
WEAK int cnd_init(cnd_t *c)
{
	return result_of(dr_cond_init(condition(c), CLOCK_REALTIME, DR_SITE));
}
WEAK void cnd_destroy(cnd_t *c)
{
	dr_cond_destroy(condition(c), DR_SITE);
}

/* Once. */

WEAK void call_once(once_flag *flag, void (*routine)(void))
{
	dr_once(flag, routine, DR_SITE);
}

/* Thread-specific storage. (libc's functions would use libc's keys, whose destructors do not run for fibers.) */

WEAK int tss_create(tss_t *out, tss_dtor_t destructor)
{
	return result_of(pthread_key_create(out, destructor));
}
WEAK void tss_delete(tss_t key)
{
	dr_key_delete(key, "tss_delete", DR_SITE);
}
WEAK void *tss_get(tss_t key)
{
	return dr_key_get(key, "tss_get", DR_SITE);
}
WEAK int tss_set(tss_t key, void *value)
{
	return result_of(dr_key_set(key, value, "tss_set", DR_SITE));
}
