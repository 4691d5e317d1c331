/*
 * Read-write locks (POSIX.1-2017 pthread_rwlock_*). Their state is in the fields that libc uses for it: the number of
 * readers, and the writer (thread number plus one; 0: none). Only the scheduler knows which threads the readers are.
 * Neither readers nor writers are preferred, whatever the attributes say.
 */
#include "memory/plain.h"
#include "pthread/clock.h"
#include "fiber/fiber.h"
#include "thread-state/local-state.h"
#include "pthread/initialisation.h"
#include "core/schedule.h"
#include "thread-state/spin.h"
#include "pthread/timeouts.h"

#include <pthread.h>
#include <errno.h>

#define DESTROYED (-1) /* as __shared; an initialiser that overwrites it makes the lock usable again */

/* As in mutex.c. */
static void touch(pthread_rwlock_t *l, int how, const void *site)
{
	dr_touch(l, _Alignof(pthread_rwlock_t), &l->__data.__pad2, how, site);
}

/* The mark (initialisation.h) is in the field of one of libc's futexes, and in the byte that `touch` reads. */
static int has_mark(const pthread_rwlock_t *l)
{
	return (uint8_t)l->__data.__pad2 == DR_INITIALISED && l->__data.__writers_futex == dr_initialisation_mark(l);
}

static enum dr_initialised initialised(pthread_rwlock_t *l)
{
	return has_mark(l)                                                                ? DR_INITIALISED_BY_CALL
	       : l->__data.__pad1[6] == DR_STATIC_MARK && l->__data.__shared != DESTROYED ? DR_STATICALLY
											  : DR_NOT_INITIALISED;
}

static struct dr_event event(enum dr_kind kind, pthread_rwlock_t *l, const void *site)
{
	struct dr_event e = dr_event_at(kind, site);
	e.object = (uint64_t)l;
	e.before.hi = l->__data.__shared == DESTROYED;
	e.before.lo = l->__data.__cur_writer ? 1 : l->__data.__readers ? l->__data.__readers + 1 : 0;
	return e;
}

/* As event(), for a call that is about to use the lock: touches it first. */
static struct dr_event use(enum dr_kind kind, pthread_rwlock_t *l, const void *site)
{
	touch(l, DR_READS, site);
	return event(kind, l, site);
}

static int writes(const struct dr_event *e)
{
	return e->kind == DR_RW_WRLOCK || e->kind == DR_RW_TRYWRLOCK;
}

static int can_take(const struct dr_event *e)
{
	const pthread_rwlock_t *l = (const pthread_rwlock_t *)e->object;
	return !l->__data.__cur_writer && !(writes(e) && l->__data.__readers);
}

static int can_take_or_time_out(const struct dr_event *e)
{
	return dr_last_resort || can_take(e);
}

static void take(const struct dr_event *e)
{
	pthread_rwlock_t *l = (pthread_rwlock_t *)e->object;
	dr_local_holds((const char *)l + (writes(e) != 0), 1);
	if (writes(e))
		l->__data.__cur_writer = dr_holder();
	else
		l->__data.__readers++;
}

/* Takes the lock if it is available when the thread is scheduled; otherwise returns `busy`. */
static int acquire(struct dr_event *e, int busy, int (*can)(const struct dr_event *))
{
	if (!dr_self || !dr_wait(e, can))
		e->result.lo = can_take(e) ? 0 : (uint64_t)busy;
	if (e->result.lo == 0)
		take(e);
	if (dr_self)
		dr_happened(e);
	return (int)e->result.lo;
}

static int lock(enum dr_kind kind, pthread_rwlock_t *l, uint64_t spin, const void *site)
{
	struct dr_event e = use(kind, l, site);
	e.spin = spin;
	return acquire(&e, EDEADLK, can_take);
}

static int try(enum dr_kind kind, pthread_rwlock_t *l, uint64_t spin, const void *site)
{
	struct dr_event e = use(kind, l, site);
	e.spin = spin;
	return acquire(&e, EBUSY, NULL);
}

static int timed(enum dr_kind kind, pthread_rwlock_t *l, clockid_t clock, const struct timespec *until, uint64_t spin,
	const void *site)
{
	uint64_t deadline;
	if (!dr_clock_deadline(clock, until, &deadline, site))
		return EINVAL;
	struct dr_event e = use(kind, l, site);
	e.spin = spin;
	int held = dr_timeout_held(site);
	e.value.lo = held ? DR_NEVER : ETIMEDOUT;
	int result = acquire(&e, ETIMEDOUT, held ? can_take : can_take_or_time_out);
	if (result)
		dr_timed_out(deadline, site);
	return result;
}

/* Each of these calls may begin an iteration of a spin loop. */
#define CALL(name, result, ...) \
	DR_WAITING(int, name, __VA_ARGS__) \
	{ \
		uint64_t spin = dr_spin_fingerprint(); \
		return result; \
	}
#define CALLS(side, KIND) \
	CALL(pthread_rwlock_##side##lock, lock(DR_RW_##KIND##LOCK, l, spin, DR_SITE), pthread_rwlock_t *l) \
	CALL(pthread_rwlock_try##side##lock, try(DR_RW_TRY##KIND##LOCK, l, spin, DR_SITE), pthread_rwlock_t *l) \
	CALL(pthread_rwlock_timed##side##lock, timed(DR_RW_TRY##KIND##LOCK, l, CLOCK_REALTIME, until, spin, DR_SITE), \
		pthread_rwlock_t *l, const struct timespec *until) \
	CALL(pthread_rwlock_clock##side##lock, timed(DR_RW_TRY##KIND##LOCK, l, clock, until, spin, DR_SITE), \
		pthread_rwlock_t *l, clockid_t clock, const struct timespec *until)

CALLS(rd, RD)
CALLS(wr, WR)

DR_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
	touch(l, DR_READS, DR_SITE);
	int writer = l->__data.__cur_writer == dr_holder();
	struct dr_event e = event(writer ? DR_RW_WRUNLOCK : DR_RW_RDUNLOCK, l, DR_SITE);
	if (dr_self && !writer) {
		dr_wait(&e, NULL);
		e.result = (struct dr_value){0, 0};
	}
	dr_local_holds((const char *)l + writer, 0);
	if (writer)
		l->__data.__cur_writer = 0;
	else if (l->__data.__readers)
		l->__data.__readers--;
	if (dr_self)
		dr_happened(&e);
	return 0;
}

DR_EXPORT int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attr)
{
	if (attr)
		dr_plain_range(attr, sizeof *attr, DR_READS, DR_SITE);
	struct dr_event e = dr_event_at(DR_RW_INIT, DR_SITE);
	e.object = (uint64_t)l;
	int destroyed = dr_self && dr_initialise(&e, l->__data.__shared == DESTROYED && has_mark(l));
	touch(l, DR_READS, DR_SITE); /* after dr_wait, as in mutex.c */
	dr_check_initialisation("read-write lock", l, destroyed ? DR_NOT_INITIALISED : initialised(l), DR_SITE);
	dr_plain_range(l, sizeof *l, DR_WRITES, DR_SITE);
	*l = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
	l->__data.__pad2 = DR_INITIALISED;
	l->__data.__writers_futex = dr_initialisation_mark(l);
	return 0;
}

DR_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
	if (!dr_self)
		return 0;
	struct dr_event e = use(DR_RW_DESTROY, l, DR_SITE);
	dr_wait(&e, NULL);
	e.result = (struct dr_value){0, 0};
	l->__data.__shared = DESTROYED;
	dr_happened(&e);
	return 0;
}
