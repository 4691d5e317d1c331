/*
 * The calls of libc on mutexes (POSIX.1-2017 pthread_mutex_*), on top of mutex.c.
 */
#include "memory/plain.h"
#include "pthread/mutex-state.h"
#include "thread-state/spin.h"

#include <errno.h>

/* May begin each iteration of a loop that reads something under the mutex. */
DR_WAITING(int, pthread_mutex_lock, pthread_mutex_t *m)
{
	return dr_mutex_lock(m, dr_spin_fingerprint(), DR_SITE);
}

/* May be the whole body of a loop that spins. */
DR_WAITING(int, pthread_mutex_trylock, pthread_mutex_t *m)
{
	return dr_mutex_trylock(m, dr_spin_fingerprint(), DR_SITE);
}

DR_WAITING(int, pthread_mutex_timedlock, pthread_mutex_t *m, const struct timespec *until)
{
	return dr_mutex_timedlock(m, CLOCK_REALTIME, until, dr_spin_fingerprint(), DR_SITE);
}

DR_WAITING(int, pthread_mutex_clocklock, pthread_mutex_t *m, clockid_t clock, const struct timespec *until)
{
	return dr_mutex_timedlock(m, clock, until, dr_spin_fingerprint(), DR_SITE);
}

DR_EXPORT int pthread_mutex_unlock(pthread_mutex_t *m)
{
	return dr_mutex_unlock(m, DR_SITE);
}
DR_EXPORT int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr)
{
	return dr_mutex_init(m, attr, DR_SITE);
}
DR_EXPORT int pthread_mutex_destroy(pthread_mutex_t *m)
{
	return dr_mutex_destroy(m, DR_SITE);
}

DR_EXPORT int pthread_mutex_consistent(pthread_mutex_t *m)
{
	return dr_mutex_consistent(m, DR_SITE);
}
/* <pthread.h> redirects this name to pthread_mutex_consistent; older programs call it. */
DR_EXPORT int dr_mutex_consistent_np(pthread_mutex_t *m) __asm__("pthread_mutex_consistent_np");
int dr_mutex_consistent_np(pthread_mutex_t *m)
{
	return dr_mutex_consistent(m, DR_SITE);
}

/* Priorities have no effect; the ceiling is stored so that the program can query it. */
DR_EXPORT int pthread_mutex_getprioceiling(const pthread_mutex_t *m, int *out)
{
	if (!dr_mutex_has(m, DR_KIND_CEILING))
		return EINVAL;
	dr_plain_range(out, sizeof *out, DR_WRITES, DR_SITE);
	*out = m->__data.__elision;
	return 0;
}

DR_EXPORT int pthread_mutex_setprioceiling(pthread_mutex_t *m, int ceiling, int *old)
{
	if (!dr_mutex_has(m, DR_KIND_CEILING))
		return EINVAL;
	dr_plain_range(old, sizeof *old, DR_WRITES, DR_SITE);
	*old = m->__data.__elision;
	dr_changed();
	m->__data.__elision = (short)ceiling;
	return 0;
}
