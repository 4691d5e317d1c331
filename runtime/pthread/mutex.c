/*
 * Mutexes (POSIX.1-2017 pthread_mutex_*). Their state is in the fields that libc uses for it; libc's own code never
 * reads them. The scheduler finds misuse from the events; here it has no effect.
 */
#include "memory/plain.h"
#include "pthread/mutex.h"
#include "pthread/mutex-state.h"
#include "pthread/clock.h"
#include "fiber/fiber.h"
#include "thread-state/local-state.h"
#include "pthread/initialisation.h"
#include "core/schedule.h"
#include "thread-state/spin.h"
#include "pthread/timeouts.h"

#include <errno.h>

void dr_mutex_touch(pthread_mutex_t *m, const void *site)
{
	dr_touch(m, _Alignof(pthread_mutex_t), &m->__data.__list, DR_READS, site);
}

/* What lies where libc has the links of its list of robust mutexes: the byte that dr_mutex_touch reads, and the mark
 * (initialisation.h). */
struct __attribute__((may_alias)) mark {
	uint8_t touched;
	uint32_t own;
};

static struct mark *mark_of(pthread_mutex_t *m)
{
	return (struct mark *)&m->__data.__list;
}

static int has_mark(pthread_mutex_t *m)
{
	return mark_of(m)->touched == DR_INITIALISED && mark_of(m)->own == dr_initialisation_mark(m);
}

static enum dr_initialised initialised(pthread_mutex_t *m)
{
	return has_mark(m)                                                                    ? DR_INITIALISED_BY_CALL
	       : m->__data.__spins == DR_STATIC_MARK && m->__data.__kind != DR_KIND_DESTROYED ? DR_STATICALLY
											      : DR_NOT_INITIALISED;
}

struct dr_event dr_mutex_event(enum dr_kind kind, pthread_mutex_t *m, unsigned flags, const void *site)
{
	struct dr_event e = dr_event_at(kind, site);
	e.object = (uint64_t)m;
	e.op = (uint8_t)((unsigned)dr_mutex_type(m) | (dr_mutex_has(m, DR_KIND_ROBUST) ? DR_MUTEX_ROBUST : 0) | flags);
	e.before.hi = m->__data.__kind == DR_KIND_DESTROYED;
	e.before.lo = m->__data.__lock ? m->__data.__count : 0;
	return e;
}

/* As event(), for a call that is about to use the mutex: touches it first. */
static struct dr_event use(enum dr_kind kind, pthread_mutex_t *m, unsigned flags, const void *site)
{
	dr_mutex_touch(m, site);
	return dr_mutex_event(kind, m, flags, site);
}

/* Can the thread of the pending event lock the mutex now, or get an error? */
static int can_lock(const struct dr_event *e)
{
	const pthread_mutex_t *m = (const pthread_mutex_t *)e->object;
	return !m->__data.__lock || (m->__data.__owner == e->thread + 1 && (e->op & 3) != DR_MUTEX_NORMAL);
}

static int can_lock_or_time_out(const struct dr_event *e)
{
	return dr_last_resort || can_lock(e);
}

static void take(pthread_mutex_t *m)
{
	dr_local_holds(m, 1);
	if (dr_mutex_mine(m)) {
		m->__data.__count++;
		return;
	}
	m->__data.__lock = 1;
	m->__data.__owner = dr_holder();
	m->__data.__count = 1;
	if (dr_mutex_has(m, DR_KIND_ROBUST))
		dr_robust_held(m);
}

/* What locking the mutex returns in its present state; `busy` where it would have to wait. */
static int outcome(const pthread_mutex_t *m, int busy)
{
	if (m->__data.__nusers == DR_ROBUST_UNRECOVERABLE)
		return ENOTRECOVERABLE;
	if (!m->__data.__lock)
		return m->__data.__nusers == DR_ROBUST_OWNER_DEAD ? EOWNERDEAD : 0;
	return dr_mutex_mine(m) && dr_mutex_type(m) == DR_MUTEX_RECURSIVE ? 0 : busy;
}

static int acquire(struct dr_event *e, int busy, int (*can)(const struct dr_event *))
{
	pthread_mutex_t *m = (pthread_mutex_t *)e->object;
	if (!dr_self || !dr_wait(e, can))
		e->result.lo = (uint64_t)outcome(m, busy);
	if (e->result.lo == 0 || e->result.lo == EOWNERDEAD)
		take(m);
	if (dr_self)
		dr_happened(e);
	return (int)e->result.lo;
}

int dr_mutex_lock(pthread_mutex_t *m, uint64_t spin, const void *site)
{
	struct dr_event e = use(DR_MUTEX_LOCK, m, 0, site);
	e.spin = spin;
	return acquire(&e, EDEADLK, can_lock);
}

int dr_mutex_trylock(pthread_mutex_t *m, uint64_t spin, const void *site)
{
	struct dr_event e = use(DR_MUTEX_TRYLOCK, m, 0, site);
	e.spin = spin;
	return acquire(&e, EBUSY, NULL);
}

int dr_mutex_timedlock(
	pthread_mutex_t *m, clockid_t clock, const struct timespec *until, uint64_t spin, const void *site)
{
	uint64_t deadline;
	int deadlock = dr_mutex_mine(m) && dr_mutex_type(m) == DR_MUTEX_ERRORCHECK;
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
		return EINVAL;
	if (!dr_clock_deadline(clock, until, &deadline, site)) { /* an error only where the thread would have blocked */
		int result = dr_mutex_trylock(m, spin, site);
		return result != EBUSY ? result : deadlock ? EDEADLK : EINVAL;
	}
	struct dr_event e = use(DR_MUTEX_TRYLOCK, m, 0, site);
	e.spin = spin;
	int held = dr_timeout_held(site);
	e.value.lo = held ? DR_NEVER : ETIMEDOUT;
	int result = acquire(&e, deadlock ? EDEADLK : ETIMEDOUT, held ? can_lock : can_lock_or_time_out);
	if (result == ETIMEDOUT)
		dr_timed_out(deadline, site);
	return result;
}

static void release(pthread_mutex_t *m)
{
	dr_local_holds(m, 0);
	if (--m->__data.__count)
		return;
	m->__data.__owner = 0;
	m->__data.__lock = 0;
	if (m->__data.__nusers == DR_ROBUST_OWNER_DEAD)
		m->__data.__nusers = DR_ROBUST_UNRECOVERABLE;
	if (dr_mutex_has(m, DR_KIND_ROBUST))
		dr_robust_released(m);
}

static int unlock(pthread_mutex_t *m, unsigned flags, const void *site)
{
	int owner = dr_mutex_mine(m);
	struct dr_event e = dr_mutex_event(DR_MUTEX_UNLOCK, m, flags, site);
	e.result.lo = owner || (dr_mutex_type(m) == DR_MUTEX_NORMAL && !dr_mutex_has(m, DR_KIND_ROBUST)) ? 0 : EPERM;
	if (owner)
		release(m);
	if (dr_self)
		dr_happened(&e);
	return (int)e.result.lo;
}

int dr_mutex_unlock(pthread_mutex_t *m, const void *site)
{
	dr_mutex_touch(m, site);
	return unlock(m, 0, site);
}

void dr_mutex_unlock_in_wait(pthread_mutex_t *m, const void *site)
{
	unlock(m, DR_MUTEX_IN_WAIT, site);
}

int dr_mutex_lock_in_wait(pthread_mutex_t *m, const void *site)
{
	struct dr_event e = use(DR_MUTEX_LOCK, m, DR_MUTEX_IN_WAIT, site);
	return acquire(&e, EDEADLK, can_lock);
}

static int kind_of(const pthread_mutexattr_t *attr)
{
	int kind = DR_MUTEX_NORMAL, robust = PTHREAD_MUTEX_STALLED, protocol = PTHREAD_PRIO_NONE;
	if (attr) {
		pthread_mutexattr_gettype(attr, &kind);
		pthread_mutexattr_getrobust(attr, &robust);
		pthread_mutexattr_getprotocol(attr, &protocol);
	}
	return kind | (robust == PTHREAD_MUTEX_ROBUST ? DR_KIND_ROBUST : 0) |
	       (protocol == PTHREAD_PRIO_PROTECT ? DR_KIND_CEILING : 0);
}

static short ceiling_of(const pthread_mutexattr_t *attr)
{
	int ceiling = 0;
	if (attr)
		pthread_mutexattr_getprioceiling(attr, &ceiling);
	return (short)ceiling;
}

int dr_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr, const void *site)
{
	pthread_mutexattr_t asked; /* functions that get an attribute would announce another read */
	if (attr) {
		dr_plain_range(attr, sizeof *attr, DR_READS, site);
		asked = *attr;
		attr = &asked;
	}
	pthread_mutex_t made = PTHREAD_MUTEX_INITIALIZER;
	made.__data.__kind = kind_of(attr);
	made.__data.__elision = ceiling_of(attr);
	struct dr_event e = dr_mutex_event(DR_MUTEX_INIT, &made, 0, site);
	e.object = (uint64_t)m;
	int destroyed = dr_self && dr_initialise(&e, m->__data.__kind == DR_KIND_DESTROYED && has_mark(m));
	dr_mutex_touch(m, site); /* after dr_wait, whose event comes first in the log */
	dr_check_initialisation("mutex", m, destroyed ? DR_NOT_INITIALISED : initialised(m), site);
	dr_plain_range(m, sizeof *m, DR_WRITES, site);
	*m = made;
	*mark_of(m) = (struct mark){DR_INITIALISED, dr_initialisation_mark(m)};
	return 0;
}

int dr_mutex_destroy(pthread_mutex_t *m, const void *site)
{
	if (!dr_self)
		return 0;
	struct dr_event e = use(DR_MUTEX_DESTROY, m, 0, site);
	dr_wait(&e, NULL);
	e.result = (struct dr_value){0, 0};
	m->__data.__kind = DR_KIND_DESTROYED;
	dr_happened(&e);
	return 0;
}
