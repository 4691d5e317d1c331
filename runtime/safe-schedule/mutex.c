/* Mutexes and condition variables under a schedule (POSIX.1-2017 pthread_mutex_*, pthread_cond_*). */
#include "safe-schedule/mutex.h"
#include "safe-schedule/event.h"
#include "core/protocol.h"

/* The event of an operation on the object. */
static struct dr_enforced event(enum dr_kind kind, const void *object, const void *site)
{
	return (struct dr_enforced){.kind = (uint8_t)kind, .site = site, .object = object};
}

static int trylock(pthread_mutex_t *m)
{
	DR_NEXT(int, pthread_mutex_trylock, pthread_mutex_t *);
	return next(m);
}

static int unlock(pthread_mutex_t *m)
{
	DR_NEXT(int, pthread_mutex_unlock, pthread_mutex_t *);
	return next(m);
}

static int lock(pthread_mutex_t *m)
{
	DR_NEXT(int, pthread_mutex_lock, pthread_mutex_t *);
	return next(m);
}

/* An admitted attempt to lock: it succeeds unless the schedule knows another result. */
static int take(struct dr_enforced *e, pthread_mutex_t *m)
{
	int result = e->ordered || dr_result(e) ? dr_result(e) : trylock(m);
	if (result == dr_result(e)) {
		dr_done(e, 0);
		return result;
	}
	dr_unknown_inside("a mutex that is in another state", e->site);
	return lock(m);
}

int dr_locked(pthread_mutex_t *m, const void *site)
{
	struct dr_enforced e = event(DR_MUTEX_LOCK, m, site);
	return dr_admit(&e) ? take(&e, m) : lock(m);
}

int dr_tried(pthread_mutex_t *m, const void *site)
{
	struct dr_enforced e = event(DR_MUTEX_TRYLOCK, m, site);
	return dr_admit(&e) ? take(&e, m) : trylock(m);
}

int dr_unlocked(pthread_mutex_t *m, const void *site)
{
	struct dr_enforced e = event(DR_MUTEX_UNLOCK, m, site);
	if (!dr_admit(&e))
		return unlock(m);
	int result = e.ordered ? dr_result(&e) : unlock(m);
	dr_done(&e, 0);
	return result;
}

DR_VISIBLE int pthread_mutex_lock(pthread_mutex_t *m)
{
	return dr_locked(m, DR_CALLER);
}

DR_VISIBLE int pthread_mutex_trylock(pthread_mutex_t *m)
{
	return dr_tried(m, DR_CALLER);
}

DR_VISIBLE int pthread_mutex_unlock(pthread_mutex_t *m)
{
	return dr_unlocked(m, DR_CALLER);
}

DR_VISIBLE int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes)
{
	DR_NEXT(int, pthread_mutex_init, pthread_mutex_t *, const pthread_mutexattr_t *);
	EVENT(DR_MUTEX_INIT, m, next(m, attributes));
}

DR_VISIBLE int pthread_mutex_destroy(pthread_mutex_t *m)
{
	DR_NEXT(int, pthread_mutex_destroy, pthread_mutex_t *);
	EVENT(DR_MUTEX_DESTROY, m, next(m));
}

/*
 * The automaton knows who waits, and whom a signal wakes: a thread that waits is one that may not lock the mutex again.
 * Where nothing is enforced any more, it returns as if nobody had signalled, which POSIX permits.
 */
int dr_waited_for(pthread_cond_t *c, pthread_mutex_t *m, const void *site)
{
	DR_NEXT(int, pthread_cond_wait, pthread_cond_t *, pthread_mutex_t *);
	struct dr_enforced e = event(DR_COND_BLOCK, c, site);
	if (!dr_admit(&e))
		return next(c, m);
	dr_done(&e, 0);
	dr_unlocked(m, site);
	return dr_locked(m, site);
}

int dr_signalled(pthread_cond_t *c, const void *site)
{
	DR_NEXT(int, pthread_cond_signal, pthread_cond_t *);
	struct dr_enforced e = event(DR_COND_SIGNAL, c, site);
	if (!dr_admit(&e))
		return next(c);
	dr_done(&e, 0);
	return 0;
}

int dr_broadcast(pthread_cond_t *c, const void *site)
{
	DR_NEXT(int, pthread_cond_broadcast, pthread_cond_t *);
	struct dr_enforced e = event(DR_COND_BROADCAST, c, site);
	if (!dr_admit(&e))
		return next(c);
	dr_done(&e, 0);
	return 0;
}

DR_VISIBLE int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	return dr_waited_for(c, m, DR_CALLER);
}

DR_VISIBLE int pthread_cond_signal(pthread_cond_t *c)
{
	return dr_signalled(c, DR_CALLER);
}

DR_VISIBLE int pthread_cond_broadcast(pthread_cond_t *c)
{
	return dr_broadcast(c, DR_CALLER);
}

DR_VISIBLE int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attributes)
{
	DR_NEXT(int, pthread_cond_init, pthread_cond_t *, const pthread_condattr_t *);
	EVENT(DR_COND_INIT, c, next(c, attributes));
}

DR_VISIBLE int pthread_cond_destroy(pthread_cond_t *c)
{
	DR_NEXT(int, pthread_cond_destroy, pthread_cond_t *);
	EVENT(DR_COND_DESTROY, c, next(c));
}
