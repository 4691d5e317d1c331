/*
 * Unnamed semaphores (POSIX.1-2017 sem_*). The count is where libc has it. An object that is all zeros and was never
 * initialised is a semaphore with the count 0, as in libc. A post beyond the greatest count is misuse, which the
 * scheduler reports.
 */
#include "memory/plain.h"
#include "pthread/cancel.h"
#include "pthread/clock.h"
#include "fiber/fiber.h"
#include "pthread/initialisation.h"
#include "core/schedule.h"
#include "pthread/sem.h"
#include "thread-state/spin.h"
#include "pthread/timeouts.h"

#include <errno.h>
#include <limits.h>

struct __attribute__((may_alias)) semaphore {
	uint32_t count, destroyed;
	uint32_t touched; /* only the program changes it; every call reads it */
	uint32_t own; /* initialisation.h */
};
_Static_assert(sizeof(struct semaphore) <= sizeof(sem_t), "it fits");

static struct semaphore *of(sem_t *s)
{
	return (struct semaphore *)s;
}

static int has_mark(sem_t *s)
{
	return (uint8_t)of(s)->touched == DR_INITIALISED && of(s)->own == dr_initialisation_mark(s);
}

static void touch(sem_t *s, int how, const void *site)
{
	dr_touch(s, _Alignof(sem_t), &of(s)->touched, how, site);
}

static struct dr_event event(enum dr_kind kind, sem_t *s, const void *site)
{
	struct dr_event e = dr_event_at(kind, site);
	e.object = (uint64_t)s;
	e.before = (struct dr_value){of(s)->count, of(s)->destroyed != 0};
	return e;
}

/* Waits before the event until e->result is known or can be read from memory. e->before then has the count of that
 * moment. Returns what dr_wait does.
 * */
static int obtain(struct dr_event *e, int (*can)(const struct dr_event *e))
{
	int scheduled = dr_wait(e, can);
	e->before.lo = of((sem_t *)e->object)->count;
	return scheduled;
}

static int failed(int error)
{
	errno = error;
	return -1;
}

static int take(struct semaphore *s)
{
	if (!s->count)
		return EAGAIN;
	s->count--;
	return 0;
}

static int positive(const struct dr_event *e)
{
	return of((sem_t *)e->object)->count > 0;
}

static int positive_or_late(const struct dr_event *e)
{
	return positive(e) || dr_last_resort;
}

void dr_sem_wait(sem_t *s, uint64_t spin, const void *site)
{
	touch(s, DR_READS, site);
	struct dr_event e = event(DR_SEM_WAIT, s, site);
	e.spin = spin;
	dr_cancel_before(&e, positive, site);
	obtain(&e, positive);
	e.result = (struct dr_value){0, 0};
	take(of(s));
	dr_happened(&e);
}

/* A loop may wait for what the semaphore protects. */
DR_WAITING(int, sem_wait, sem_t *s)
{
	uint64_t spin = dr_spin_fingerprint();
	if (dr_self)
		dr_sem_wait(s, spin, DR_SITE);
	else if (take(of(s)))
		dr_unsupported("a wait on a semaphore before main");
	return 0;
}

/* Tries to decrement the count. `busy`: the event's result where that is impossible; 0 means EAGAIN. */
static int try(sem_t *s, int busy, int (*can)(const struct dr_event *e), uint64_t spin, const void *site)
{
	touch(s, DR_READS, site);
	struct dr_event e = event(DR_SEM_TRYWAIT, s, site);
	e.value.lo = (uint64_t)busy;
	if (busy == ETIMEDOUT && dr_timeout_held(site)) {
		e.value.lo = DR_NEVER;
		can = positive;
	}
	e.spin = spin;
	if (!obtain(&e, can))
		e.result.lo = of(s)->count ? 0 : busy ? (uint64_t)busy : EAGAIN;
	if (e.result.lo == 0)
		take(of(s));
	dr_happened(&e);
	return (int)e.result.lo;
}

/* This call and those that follow may be the whole body of a spin loop. */
DR_WAITING(int, sem_trywait, sem_t *s)
{
	uint64_t spin = dr_spin_fingerprint();
	int error = dr_self ? try(s, 0, NULL, spin, DR_SITE) : take(of(s));
	return error ? failed(error) : 0;
}

static int wait_until(sem_t *s, clockid_t clock, const struct timespec *until, uint64_t spin, const void *site)
{
	uint64_t deadline;
	if (!dr_clock_deadline(clock, until, &deadline, site))
		return failed(EINVAL);
	if (!dr_self)
		return take(of(s)) ? failed(ETIMEDOUT) : 0;
	dr_cancel_point(0, site);
	int error = try(s, ETIMEDOUT, positive_or_late, spin, site);
	if (!error)
		return 0;
	dr_timed_out(deadline, site);
	return failed(error);
}

DR_WAITING(int, sem_timedwait, sem_t *s, const struct timespec *until)
{
	uint64_t spin = dr_spin_fingerprint();
	return wait_until(s, CLOCK_REALTIME, until, spin, DR_SITE);
}

DR_WAITING(int, sem_clockwait, sem_t *s, clockid_t clock, const struct timespec *until)
{
	uint64_t spin = dr_spin_fingerprint();
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
		return failed(EINVAL);
	return wait_until(s, clock, until, spin, DR_SITE);
}

DR_WAITING(int, sem_getvalue, sem_t *s, int *out)
{
	uint64_t spin = dr_spin_fingerprint();
	uint64_t count = of(s)->count;
	if (dr_self) {
		touch(s, DR_READS, DR_SITE);
		struct dr_event e = event(DR_SEM_GETVALUE, s, DR_SITE);
		e.spin = spin;
		if (!obtain(&e, NULL))
			e.result.lo = of(s)->count;
		dr_happened(&e);
		count = e.result.lo;
	}
	dr_plain_range(out, sizeof *out, DR_WRITES, DR_SITE);
	*out = (int)count;
	return 0;
}

int dr_sem_post(sem_t *s, const void *site)
{
	struct dr_event e = event(DR_SEM_POST, s, site);
	if (dr_self) {
		touch(s, DR_READS, site);
		obtain(&e, NULL);
		e.result = (struct dr_value){0, 0};
	}
	int full = of(s)->count >= SEM_VALUE_MAX;
	if (!full)
		of(s)->count++;
	if (dr_self)
		dr_happened(&e);
	return full ? failed(EOVERFLOW) : 0;
}

DR_EXPORT int sem_post(sem_t *s)
{
	return dr_sem_post(s, DR_SITE);
}

DR_EXPORT int sem_init(sem_t *s, int shared, unsigned count)
{
	(void)shared;
	struct dr_event e =
		event(DR_SEM_INIT, s, DR_SITE); /* also where it fails: that is misuse, which the scheduler reports */
	e.before.lo = 0; /* the memory is no semaphore yet, whatever it holds */
	e.value.lo = count;
	int destroyed = dr_self && dr_initialise(&e, of(s)->destroyed && has_mark(s));
	if (count > SEM_VALUE_MAX)
		return failed(EINVAL);
	touch(s, DR_READS, DR_SITE); /* after dr_wait, whose event comes first in the log */
	dr_check_initialisation("semaphore", s, has_mark(s) && !destroyed, DR_SITE);
	dr_plain_range(s, sizeof *s, DR_WRITES, DR_SITE);
	*s = (sem_t){{0}};
	*of(s) = (struct semaphore){.count = count, .touched = DR_INITIALISED, .own = dr_initialisation_mark(s)};
	return 0;
}

DR_EXPORT int sem_destroy(sem_t *s)
{
	if (!dr_self)
		return 0;
	touch(s, DR_READS, DR_SITE);
	struct dr_event e = event(DR_SEM_DESTROY, s, DR_SITE);
	obtain(&e, NULL);
	e.result = (struct dr_value){0, 0};
	of(s)->destroyed = 1;
	dr_happened(&e);
	return 0;
}
