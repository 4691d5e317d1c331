/*
 * Condition variables (POSIX.1-2017 pthread_cond_*). The waiting threads are recorded with the threads (waiters.h). The
 * object holds only what an initialiser (zeros and a mark if it is the static one) has to overwrite. The scheduler
 * reports misuse, as with mutexes.
 */
#include "memory/plain.h"
#include "pthread/cond.h"
#include "pthread/cancel.h"
#include "pthread/clock.h"
#include "prim/real.h"
#include "fiber/fiber.h"
#include "pthread/initialisation.h"
#include "pthread/mutex.h"
#include "core/schedule.h"
#include "thread-state/spin.h"
#include "pthread/waiters.h"

#include <errno.h>

struct __attribute__((may_alias)) condition {
	uint32_t touched; /* only the program changes it; every call reads it */
	uint32_t destroyed;
	clockid_t clock;
	uint32_t own; /* initialisation.h */
	uint32_t unused[7];
	uint32_t mark; /* of a static initialiser: where include/marked/pthread.h has it */
};
_Static_assert(sizeof(struct condition) <= sizeof(pthread_cond_t), "it fits");

static struct condition *of(pthread_cond_t *c)
{
	return (struct condition *)c;
}

static int has_mark(pthread_cond_t *c)
{
	return (uint8_t)of(c)->touched == DR_INITIALISED && of(c)->own == dr_initialisation_mark(c);
}

static enum dr_initialised initialised(pthread_cond_t *c)
{
	return has_mark(c)                                          ? DR_INITIALISED_BY_CALL
	       : of(c)->mark == DR_STATIC_MARK && !of(c)->destroyed ? DR_STATICALLY
								    : DR_NOT_INITIALISED;
}

static void touch(pthread_cond_t *c, int how, const void *site)
{
	dr_touch(c, _Alignof(struct condition), &of(c)->touched, how, site);
}

static struct dr_event event(enum dr_kind kind, pthread_cond_t *c, const void *site)
{
	struct dr_event e = dr_event_at(kind, site);
	e.object = (uint64_t)c;
	e.before.hi = of(c)->destroyed != 0;
	return e;
}

static void block(pthread_cond_t *c, pthread_mutex_t *m, uint64_t spin, const void *site)
{
	struct dr_event e = event(DR_COND_BLOCK, c, site);
	e.value.lo = (uint64_t)m;
	e.op = dr_cancel_possible() ? DR_WAIT_CANCELLED : 0;
	e.spin = spin;
	dr_wait(&e, NULL);
	e.result = (struct dr_value){0, 0};
	dr_block((uint64_t)c, spin);
	dr_happened(&e);
}

int dr_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *until, uint64_t spin,
	const void *site)
{
	if (!dr_self)
		dr_unsupported("a wait on a condition variable before main");
	if (until) {
		dr_plain_range(until, sizeof *until, DR_READS, site);
		if (dr_clock_invalid(until, site))
			return EINVAL;
	}
	dr_mutex_touch(m, site);
	touch(c, DR_READS, site);
	uint64_t deadline = until ? dr_clock_moment(clock == DR_COND_CLOCK ? of(c)->clock : clock, until) : 0;
	uint8_t op = (uint8_t)((until ? DR_WAIT_TIMED : 0) | (dr_schedule.flags & DR_SPURIOUS ? DR_WAIT_SPURIOUS : 0));
	block(c, m, spin, site);
	dr_mutex_unlock_in_wait(m, site);
	int cancelled = dr_await_cancelled(DR_COND_WAKE, (uint64_t)c, op, site);
	int result = cancelled ? 0 : dr_await(DR_COND_WAKE, (uint64_t)c, op, deadline, site);
	int locked = dr_mutex_lock_in_wait(m, site);
	if (cancelled)
		dr_cancel_now();
	return locked ? locked : result;
}

/* May be the whole body of a loop that reads something under the mutex. */
DR_WAITING(int, pthread_cond_wait, pthread_cond_t *c, pthread_mutex_t *m)
{
	uint64_t spin = dr_spin_fingerprint();
	return dr_cond_wait(c, m, DR_COND_CLOCK, NULL, spin, DR_SITE);
}

DR_WAITING(int, pthread_cond_timedwait, pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
	uint64_t spin = dr_spin_fingerprint();
	return dr_cond_wait(c, m, DR_COND_CLOCK, until, spin, DR_SITE);
}

DR_WAITING(int, pthread_cond_clockwait, pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
	const struct timespec *until)
{
	uint64_t spin = dr_spin_fingerprint();
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
		return EINVAL;
	return dr_cond_wait(c, m, clock, until, spin, DR_SITE);
}

int dr_cond_signal(pthread_cond_t *c, const void *site)
{
	if (!dr_self)
		return 0;
	touch(c, DR_READS, site);
	struct dr_event e = event(DR_COND_SIGNAL, c, site);
	if (!dr_wait(&e, NULL))
		e.result.lo = dr_first_waiter((uint64_t)c);
	dr_wake((uint64_t)c, e.result.lo);
	dr_happened(&e);
	return 0;
}

int dr_cond_broadcast(pthread_cond_t *c, const void *site)
{
	if (!dr_self)
		return 0;
	touch(c, DR_READS, site);
	struct dr_event e = event(DR_COND_BROADCAST, c, site);
	if (!dr_wait(&e, NULL))
		e.result.lo = dr_waiters((uint64_t)c);
	if (e.result.lo)
		dr_wake_all((uint64_t)c);
	dr_happened(&e);
	return 0;
}

DR_EXPORT int pthread_cond_signal(pthread_cond_t *c)
{
	return dr_cond_signal(c, DR_SITE);
}
DR_EXPORT int pthread_cond_broadcast(pthread_cond_t *c)
{
	return dr_cond_broadcast(c, DR_SITE);
}

int dr_cond_init(pthread_cond_t *c, clockid_t clock, const void *site)
{
	struct dr_event e = event(DR_COND_INIT, c, site);
	int destroyed = dr_self && dr_initialise(&e, of(c)->destroyed && has_mark(c));
	touch(c, DR_READS, site); /* after dr_wait, whose event comes first in the log */
	dr_check_initialisation("condition variable", c, destroyed ? DR_NOT_INITIALISED : initialised(c), site);
	dr_plain_range(c, sizeof *c, DR_WRITES, site);
	*c = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
	*of(c) = (struct condition){.touched = DR_INITIALISED, .clock = clock, .own = dr_initialisation_mark(c)};
	return 0;
}

DR_EXPORT int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr)
{
	clockid_t clock = CLOCK_REALTIME;
	if (attr) {
		dr_plain_range(attr, sizeof *attr, DR_READS, DR_SITE);
		/* libc's own: the runtime's announces accesses, also to what lies in this frame. */
		static __typeof__(&pthread_condattr_getclock) getclock;
		dr_real_one(&getclock, "pthread_condattr_getclock");
		getclock(attr, &clock);
	}
	return dr_cond_init(c, clock, DR_SITE);
}

int dr_cond_destroy(pthread_cond_t *c, const void *site)
{
	if (!dr_self)
		return 0;
	touch(c, DR_READS, site);
	struct dr_event e = event(DR_COND_DESTROY, c, site);
	dr_wait(&e, NULL);
	e.result = (struct dr_value){0, 0};
	of(c)->destroyed = 1;
	dr_happened(&e);
	return 0;
}

DR_EXPORT int pthread_cond_destroy(pthread_cond_t *c)
{
	return dr_cond_destroy(c, DR_SITE);
}
