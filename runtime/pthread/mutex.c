/*
 * Mutexes. Their state is kept where libc keeps it, in the fields of the same names; libc's own code never looks at
 * them. Misuse is for the scheduler to find, from the events: here it changes nothing.
 */
#include "pthread/mutex.h"
#include "libc/clock.h"
#include "fiber/fiber.h"
#include "pthread/made.h"
#include "server/schedule.h"
#include "fiber/spin.h"
#include "pthread/timeouts.h"

#include <errno.h>

enum { NORMAL = 0, RECURSIVE = 1, ERRORCHECK = 2 };

/* As libc has it, in __kind above the type. */
#define ROBUST 16
#define CEILING 64 /* has a priority ceiling, which is in __elision */

#define DESTROYED (-1) /* as a kind; an initialiser stored over it revives the mutex */

/* In __nusers, of a robust mutex: its owner has ended; and nobody made it consistent then. */
enum { SOUND = 0, DEAD = 1, LOST = 2 };

static int has(const pthread_mutex_t *m, int flag)
{
	return m->__data.__kind != DESTROYED && (m->__data.__kind & flag);
}

static int type(const pthread_mutex_t *m)
{
	int kind = m->__data.__kind & 3; /* above: robust, process-shared, priorities */
	return kind == PTHREAD_MUTEX_ADAPTIVE_NP || m->__data.__kind == DESTROYED ? NORMAL : kind;
}

/*
 * The call looks at the mutex, which must be there and whose initialisation must come before: a plain read of a byte
 * that nobody but the program changes. So what frees or overwrites a mutex in use is found as for other data, as is a
 * use afterwards.
 */
static void touch(pthread_mutex_t *m, int how, const void *site)
{
	dr_touch(m, _Alignof(pthread_mutex_t), &m->__data.__list, how, site);
}

/* Where libc has the links of its list of robust mutexes: what `touch` looks at, and the mark (made.h). */
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
	return mark_of(m)->touched == DR_MADE && mark_of(m)->own == dr_made_mark(m);
}

static int mine(const pthread_mutex_t *m)
{
	return m->__data.__lock && m->__data.__owner == dr_holder();
}

static struct dr_event event(enum dr_kind kind, pthread_mutex_t *m, unsigned flags, const void *site)
{
	struct dr_event e = dr_event_at(kind, site);
	e.object = (uint64_t)m;
	e.op = (uint8_t)((unsigned)type(m) | (has(m, ROBUST) ? DR_MUTEX_ROBUST : 0) | flags);
	e.before.hi = m->__data.__kind == DESTROYED;
	e.before.lo = m->__data.__lock ? m->__data.__count : 0;
	return e;
}

/* The same of a call that is about to look at the mutex. */
static struct dr_event use(enum dr_kind kind, pthread_mutex_t *m, unsigned flags, const void *site)
{
	touch(m, DR_READS, site);
	return event(kind, m, flags, site);
}

/*
 * The robust mutexes that are held, by whomever. Not a list through the mutexes: the program may free one that is held.
 */
#define HELD 4096u
static pthread_mutex_t *held[HELD];
static DR_HOT unsigned held_count;

static void hold(pthread_mutex_t *m)
{
	if (held_count == HELD)
		dr_unsupported("more than 4096 robust mutexes held at a time");
	held[held_count++] = m;
}

static void let_go(const pthread_mutex_t *m)
{
	unsigned i = 0;
	while (i < held_count && held[i] != m)
		i++;
	if (i < held_count)
		held_count--;
	for (; i < held_count; i++)
		held[i] = held[i + 1];
}

/* Can the call return, as far as the pending event's thread is concerned? */
static int can_lock(const struct dr_event *e)
{
	const pthread_mutex_t *m = (const pthread_mutex_t *)e->object;
	return !m->__data.__lock || (m->__data.__owner == e->thread + 1 && (e->op & 3) != NORMAL);
}

static int can_lock_or_time_out(const struct dr_event *e)
{
	return dr_last_resort || can_lock(e);
}

static void take(pthread_mutex_t *m)
{
	if (mine(m)) {
		m->__data.__count++;
		return;
	}
	m->__data.__lock = 1;
	m->__data.__owner = dr_holder();
	m->__data.__count = 1;
	if (has(m, ROBUST))
		hold(m);
}

/* What locking it returns as it is now; where it would have to wait: `busy`. */
static int outcome(const pthread_mutex_t *m, int busy)
{
	if (m->__data.__nusers == LOST)
		return ENOTRECOVERABLE;
	if (!m->__data.__lock)
		return m->__data.__nusers == DEAD ? EOWNERDEAD : 0;
	return mine(m) && type(m) == RECURSIVE ? 0 : busy;
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
	if (!dr_clock_deadline(clock, until, &deadline, site))
		return EINVAL;
	struct dr_event e = use(DR_MUTEX_TRYLOCK, m, 0, site);
	e.spin = spin;
	int held = dr_timeout_held(site);
	e.value.lo = held ? DR_NEVER : ETIMEDOUT;
	int busy = mine(m) && type(m) == ERRORCHECK ? EDEADLK : ETIMEDOUT;
	int result = acquire(&e, busy, held ? can_lock : can_lock_or_time_out);
	if (result == ETIMEDOUT) {
		dr_clock_reach(deadline);
		dr_timed_out(site);
	}
	return result;
}

static void release(pthread_mutex_t *m)
{
	if (--m->__data.__count)
		return;
	m->__data.__owner = 0;
	m->__data.__lock = 0;
	if (m->__data.__nusers == DEAD)
		m->__data.__nusers = LOST;
	if (has(m, ROBUST))
		let_go(m);
}

static int unlock(pthread_mutex_t *m, unsigned flags, const void *site)
{
	int owner = mine(m);
	struct dr_event e = event(DR_MUTEX_UNLOCK, m, flags, site);
	e.result.lo = owner || (type(m) == NORMAL && !has(m, ROBUST)) ? 0 : EPERM;
	if (owner)
		release(m);
	if (dr_self)
		dr_happened(&e);
	return (int)e.result.lo;
}

int dr_mutex_unlock(pthread_mutex_t *m, const void *site)
{
	touch(m, DR_READS, site);
	return unlock(m, 0, site);
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
	struct dr_event e = use(DR_MUTEX_LOCK, m, DR_MUTEX_IN_WAIT, site);
	return acquire(&e, EDEADLK, can_lock);
}

static int kind_of(const pthread_mutexattr_t *attr)
{
	int kind = NORMAL, robust = PTHREAD_MUTEX_STALLED, protocol = PTHREAD_PRIO_NONE;
	if (attr) {
		pthread_mutexattr_gettype(attr, &kind);
		pthread_mutexattr_getrobust(attr, &robust);
		pthread_mutexattr_getprotocol(attr, &protocol);
	}
	return kind | (robust == PTHREAD_MUTEX_ROBUST ? ROBUST : 0) | (protocol == PTHREAD_PRIO_PROTECT ? CEILING : 0);
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
	pthread_mutex_t made = PTHREAD_MUTEX_INITIALIZER;
	made.__data.__kind = kind_of(attr);
	made.__data.__elision = ceiling_of(attr);
	struct dr_event e = event(DR_MUTEX_INIT, &made, 0, site);
	e.object = (uint64_t)m;
	int destroyed = dr_self && dr_make(&e, m->__data.__kind == DESTROYED && has_mark(m));
	touch(m, DR_READS, site); /* only now: an event that was waited for happens first */
	dr_made("mutex", m, has_mark(m) && !destroyed, site);
	dr_plain_range(m, sizeof *m, DR_WRITES, site);
	*m = made;
	*mark_of(m) = (struct mark){DR_MADE, dr_made_mark(m)};
	return 0;
}

int dr_mutex_destroy(pthread_mutex_t *m, const void *site)
{
	if (!dr_self)
		return 0;
	struct dr_event e = use(DR_MUTEX_DESTROY, m, 0, site);
	dr_wait(&e, NULL);
	e.result = (struct dr_value){0, 0};
	m->__data.__kind = DESTROYED;
	dr_happened(&e);
	return 0;
}

void dr_mutexes_die(void)
{
	for (unsigned i = held_count; i-- > 0;) {
		pthread_mutex_t *m = held[i];
		if (!mine(m))
			continue;
		m->__data.__lock = 0;
		m->__data.__owner = 0;
		m->__data.__count = 0;
		m->__data.__nusers = DEAD;
		let_go(m);
		struct dr_event e = event(DR_MUTEX_DIED, m, 0, NULL);
		dr_happened(&e);
	}
}

/* May begin each pass of a loop that looks at something under the mutex. */
DR_ENTER(pthread_mutex_lock);
DR_ENTERED int pthread_mutex_lock_entered(pthread_mutex_t *m);
DR_ENTERED int pthread_mutex_lock_entered(pthread_mutex_t *m)
{
	return dr_mutex_lock(m, dr_spin_fingerprint(), DR_SITE);
}

/* May be the whole body of a loop that spins. */
DR_ENTER(pthread_mutex_trylock);
DR_ENTERED int pthread_mutex_trylock_entered(pthread_mutex_t *m);
DR_ENTERED int pthread_mutex_trylock_entered(pthread_mutex_t *m)
{
	return dr_mutex_trylock(m, dr_spin_fingerprint(), DR_SITE);
}

DR_ENTER(pthread_mutex_timedlock);
DR_ENTERED int pthread_mutex_timedlock_entered(pthread_mutex_t *m, const struct timespec *until);
DR_ENTERED int pthread_mutex_timedlock_entered(pthread_mutex_t *m, const struct timespec *until)
{
	return dr_mutex_timedlock(m, CLOCK_REALTIME, until, dr_spin_fingerprint(), DR_SITE);
}

DR_ENTER(pthread_mutex_clocklock);
DR_ENTERED int pthread_mutex_clocklock_entered(pthread_mutex_t *m, clockid_t clock, const struct timespec *until);
DR_ENTERED int pthread_mutex_clocklock_entered(pthread_mutex_t *m, clockid_t clock, const struct timespec *until)
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

static int make_consistent(pthread_mutex_t *m, const void *site)
{
	touch(m, DR_READS, site);
	int dead = mine(m) && m->__data.__nusers == DEAD;
	if (dead)
		m->__data.__nusers = SOUND;
	struct dr_event e = event(DR_MUTEX_CONSISTENT, m, 0, site);
	e.result.lo = dead ? 0 : EINVAL;
	if (dr_self)
		dr_happened(&e);
	return (int)e.result.lo;
}

DR_EXPORT int pthread_mutex_consistent(pthread_mutex_t *m)
{
	return make_consistent(m, DR_SITE);
}
/* The header makes the other of it; older programs have the name. */
DR_EXPORT int dr_mutex_consistent_np(pthread_mutex_t *m) __asm__("pthread_mutex_consistent_np");
int dr_mutex_consistent_np(pthread_mutex_t *m)
{
	return make_consistent(m, DR_SITE);
}

/* Priorities are of no consequence; a ceiling is what the program may ask for again. */
DR_EXPORT int pthread_mutex_getprioceiling(const pthread_mutex_t *m, int *out)
{
	if (!has(m, CEILING))
		return EINVAL;
	dr_plain_range(out, sizeof *out, DR_WRITES, DR_SITE);
	*out = m->__data.__elision;
	return 0;
}

DR_EXPORT int pthread_mutex_setprioceiling(pthread_mutex_t *m, int ceiling, int *old)
{
	if (!has(m, CEILING))
		return EINVAL;
	dr_plain_range(old, sizeof *old, DR_WRITES, DR_SITE);
	*old = m->__data.__elision;
	dr_changed();
	m->__data.__elision = (short)ceiling;
	return 0;
}
