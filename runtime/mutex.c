/*
 * Mutexes. Their state is kept where libc keeps it, in the fields of the same names; libc's own code never looks at
 * them. Misuse is for the scheduler to find, from the events: here it changes nothing.
 */
#include "mutex.h"
#include "fiber.h"
#include "spin.h"

#include <errno.h>

enum { NORMAL = 0, RECURSIVE = 1, ERRORCHECK = 2 };

#define DESTROYED (-1) /* as a kind; an initialiser stored over it revives the mutex */

static int type(const pthread_mutex_t *m)
{
	int kind = m->__data.__kind & 3; /* above: robust, process-shared, priorities */
	return kind == PTHREAD_MUTEX_ADAPTIVE_NP || m->__data.__kind == DESTROYED ? NORMAL : kind;
}

/*
 * The call looks at the mutex, which must be there and whose initialisation must come before: a plain read of a byte that nobody
 * but the program changes. So what frees or overwrites a mutex in use is found as for other data, as is a use afterwards.
 */
static void touch(pthread_mutex_t *m, int how, const void *site)
{
	dr_plain_range(&m->__data.__list, 1, how, site);
}

static int self_number(void)
{
	return dr_self ? dr_self->number + 1 : 1; /* before main: main */
}

static int mine(const pthread_mutex_t *m)
{
	return m->__data.__lock && m->__data.__owner == self_number();
}

static struct dr_event event(enum dr_kind kind, pthread_mutex_t *m, const void *site)
{
	struct dr_event e = dr_event_at(kind, site);
	e.object = (uint64_t)m;
	e.op = (uint8_t)type(m);
	e.before.hi = m->__data.__kind == DESTROYED;
	return e;
}

/* Can the call return, as far as the pending event's thread is concerned? */
static int can_lock(const struct dr_event *e)
{
	const pthread_mutex_t *m = (const pthread_mutex_t *)e->object;
	return !m->__data.__lock || (m->__data.__owner == e->thread + 1 && (e->op & 3) != NORMAL);
}

static int take(pthread_mutex_t *m)
{
	if (!m->__data.__lock) {
		m->__data.__lock = 1;
		m->__data.__owner = self_number();
		m->__data.__count = 1;
		return 0;
	}
	if (mine(m) && type(m) == RECURSIVE) {
		m->__data.__count++;
		return 0;
	}
	return EBUSY;
}

static void release(pthread_mutex_t *m)
{
	if (--m->__data.__count == 0) {
		m->__data.__owner = 0;
		m->__data.__lock = 0;
	}
}

static int lock(pthread_mutex_t *m, uint8_t flags, uint64_t spin, const void *site)
{
	touch(m, DR_READS, site);
	struct dr_event e = event(DR_MUTEX_LOCK, m, site);
	e.op |= flags;
	e.spin = spin;
	if (!dr_wait(&e, can_lock))
		e.result.lo = mine(m) && type(m) == ERRORCHECK ? EDEADLK : 0;
	if (e.result.lo == 0)
		take(m);
	dr_happened(&e);
	return (int)e.result.lo;
}

static int unlock(pthread_mutex_t *m, uint8_t flags, const void *site)
{
	int owner = mine(m);
	if (owner)
		release(m);
	struct dr_event e = event(DR_MUTEX_UNLOCK, m, site);
	e.op |= flags;
	e.result.lo = owner || type(m) == NORMAL ? 0 : EPERM;
	if (dr_self)
		dr_happened(&e);
	return (int)e.result.lo;
}

/* May begin each pass of a loop that looks at something under the mutex. */
DR_ENTER(pthread_mutex_lock);
DR_ENTERED int pthread_mutex_lock_entered(pthread_mutex_t *m);
DR_ENTERED int pthread_mutex_lock_entered(pthread_mutex_t *m)
{
	uint64_t spin = dr_spin_fingerprint();
	if (!dr_self)
		return take(m) ? EDEADLK : 0;
	return lock(m, 0, spin, DR_SITE);
}

/* May be the whole body of a loop that spins. */
DR_ENTER(pthread_mutex_trylock);
DR_ENTERED int pthread_mutex_trylock_entered(pthread_mutex_t *m);
DR_ENTERED int pthread_mutex_trylock_entered(pthread_mutex_t *m)
{
	uint64_t spin = dr_spin_fingerprint();
	if (!dr_self)
		return take(m);
	touch(m, DR_READS, DR_SITE);
	struct dr_event e = event(DR_MUTEX_TRYLOCK, m, DR_SITE);
	e.spin = spin;
	if (!dr_wait(&e, NULL))
		e.result.lo = (uint64_t)take(m);
	else if (e.result.lo == 0)
		take(m);
	dr_happened(&e);
	return (int)e.result.lo;
}

DR_EXPORT int pthread_mutex_unlock(pthread_mutex_t *m)
{
	touch(m, DR_READS, DR_SITE);
	return unlock(m, 0, DR_SITE);
}

void dr_mutex_touch(pthread_mutex_t *m, const void *site)
{
	touch(m, DR_READS, site);
}

void dr_mutex_unlock_in_wait(pthread_mutex_t *m, const void *site)
{
	unlock(m, DR_MUTEX_IN_WAIT, site);
}

int dr_mutex_lock_in_wait(pthread_mutex_t *m, const void *site)
{
	return lock(m, DR_MUTEX_IN_WAIT, 0, site);
}

DR_EXPORT int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr)
{
	int kind = NORMAL;
	if (attr)
		pthread_mutexattr_gettype(attr, &kind);
	struct dr_event e = dr_event_at(DR_MUTEX_INIT, DR_SITE);
	e.object = (uint64_t)m;
	e.op = (uint8_t)(kind == PTHREAD_MUTEX_ADAPTIVE_NP ? NORMAL : kind);
	if (dr_self) {
		dr_wait(&e, NULL);
		dr_happened(&e);
	}
	touch(m, DR_WRITES, DR_SITE); /* only now: an event that was waited for happens first */
	*m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	m->__data.__kind = kind;
	return 0;
}

DR_EXPORT int pthread_mutex_destroy(pthread_mutex_t *m)
{
	if (!dr_self)
		return 0;
	touch(m, DR_READS, DR_SITE);
	struct dr_event e = event(DR_MUTEX_DESTROY, m, DR_SITE);
	dr_wait(&e, NULL);
	e.result = (struct dr_value){0, 0};
	m->__data.__kind = DESTROYED;
	dr_happened(&e);
	return 0;
}
