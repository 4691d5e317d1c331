/*
 * pthread_cancel, deferred (POSIX.1-2017 2.9.5, pthread_cancel, _setcancelstate, _testcancel). Each thread has a flag
 * at an address that its number fixes. pthread_cancel stores 1 to it, and every cancellation point loads the flag of
 * its own thread. The program cannot tell a cancellation during a wait from one before the wait, so one load for each
 * call is enough: 0 means that the thread is not cancelled in this call, 1 that it is. The scheduler explores which
 * store each load reads from.
 *
 * The accesses are events only for threads that some run has cancelled (own-atomics.h, docs/explanation/objects.md).
 */
#include "pthread/life.h"
#include "memory/plain.h"
#include "pthread/cancel.h"
#include "fiber/fiber.h"
#include "prim/real.h"
#include "core/schedule.h"
#include "atomic/own-atomics.h"
#include "thread-state/spin.h"

#include <errno.h>

/* The event before which a thread will wait once it has loaded its flag. */
static struct {
	const struct dr_event *wait;
	int (*can)(const struct dr_event *);
} about_to[DR_THREADS];

int dr_cancel_possible(void)
{
	const struct dr_thread *t = dr_self;
	return t && !t->calls.cancel_disabled && !t->ending &&
	       (dr_standalone || dr_own_watched(DR_OWN_CANCEL + t->number));
}

/*
 * After its schedule a run performs the load only if the flag is set or the wait is over. Otherwise a thread would load
 * 0, wait, and miss a later cancellation.
 */
static int may_load(const struct dr_event *e)
{
	if (!dr_schedule_free() || dr_own[DR_OWN_CANCEL + e->thread])
		return 1;
	int before = dr_last_resort;
	dr_last_resort = 1;
	int can = about_to[e->thread].can(about_to[e->thread].wait);
	dr_last_resort = before;
	return can;
}

/*
 * The load is an acquire, the store in pthread_cancel a release. POSIX does not list pthread_cancel among the functions
 * that synchronise memory (4.12), but handlers run because of it, and every libc passes the request by an atomic
 * operation. So a race reported there would be a false alarm.
 */
static int load_flag(uint8_t op, int (*can)(const struct dr_event *), uint64_t spin, const void *site)
{
	if (!dr_cancel_possible())
		return 0;
	struct dr_event e = dr_own_event(DR_LOAD, DR_OWN_CANCEL + dr_self->number, __ATOMIC_ACQUIRE, site);
	e.op = op;
	e.spin = spin;
	dr_own_wait(&e, can);
	dr_happened(&e);
	return e.result.lo != 0;
}

void dr_cancel_point(uint64_t spin, const void *site)
{
	if (load_flag(DR_CANCEL_POINT, NULL, spin, site))
		dr_cancel_now();
}

int dr_cancel_asked(struct dr_event *wait, int (*can)(const struct dr_event *), const void *site)
{
	if (!dr_cancel_possible())
		return 0;
	wait->thread = dr_self->number;
	about_to[dr_self->number].wait = wait;
	about_to[dr_self->number].can = can;
	return load_flag(DR_CANCEL_WAIT, may_load, 0, site);
}

void dr_cancel_before(struct dr_event *wait, int (*can)(const struct dr_event *), const void *site)
{
	if (dr_cancel_asked(wait, can, site))
		dr_cancel_now();
}

void dr_cancel_now(void)
{
	pthread_exit(PTHREAD_CANCELED);
}

DR_EXPORT int pthread_cancel(pthread_t id)
{
	char self[16];
	if (!dr_self)
		dr_unsupported("pthread_cancel before main");
	const struct dr_thread *t = dr_thread_of(id);
	if (!t)
		dr_error(
			DR_MISUSE, 0, DR_SITE, "%s cancels something that is no thread", dr_thread_text(dr_self, self));
	/* Whether the thread was joined before, or has ended detached, may depend on the order, so the scheduler finds
	 * it.
	 * */
	unsigned flag = DR_OWN_CANCEL + t->number;
	struct dr_event e = dr_own_event(DR_STORE, flag, __ATOMIC_RELEASE, DR_SITE);
	e.op = DR_CANCEL_POINT;
	e.other = t->number;
	e.value.lo = 1;
	if (!dr_standalone && !dr_own_watched(flag))
		dr_own_watch(flag);
	dr_own[flag] = 1;
	dr_happened(&e);
	return 0;
}

#define OFTEN 1000u

/* Does the thread call pthread_testcancel repeatedly, and nothing else? Then it waits to be cancelled, and a later run
 * must have that wait as an event. */
static int waits_here(uint64_t spin)
{
	static struct {
		uint64_t spin;
		unsigned times;
	} last[DR_THREADS];
	unsigned n = dr_self->number;
	int again = spin && spin == last[n].spin;
	last[n].spin = spin;
	return again || (!spin && ++last[n].times == OFTEN);
}

/* May be the whole body of a loop that spins. */
DR_WAITING(void, pthread_testcancel, void)
{
	uint64_t spin = dr_spin_fingerprint();
	const struct dr_thread *t = dr_self;
	if (t && !dr_standalone && !dr_own_watched(DR_OWN_CANCEL + t->number) && waits_here(spin))
		dr_own_watch(DR_OWN_CANCEL + t->number);
	dr_cancel_point(spin, DR_SITE);
}

static void store_old(int *out, int value, const void *site)
{
	if (!out)
		return;
	dr_plain_range(out, sizeof *out, DR_WRITES, site);
	*out = value;
}

DR_EXPORT int pthread_setcancelstate(int state, int *old)
{
	if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
		return EINVAL;
	struct dr_thread *t = dr_self ? dr_self : &dr_thread[0]; /* before main: main's */
	int before = t->calls.cancel_disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
	t->calls.cancel_disabled = state == PTHREAD_CANCEL_DISABLE;
	store_old(old, before, DR_SITE);
	return 0;
}

/*
 * Asynchronous cancellation has no effect on a thread that is never cancelled (libomp sets the type in each of its
 * threads), so the call is unsupported only for a thread that some run has cancelled. The exploration restarts after
 * such a run, and later runs know the thread. So both orders of the two calls are covered.
 */
DR_EXPORT int pthread_setcanceltype(int type, int *old)
{
	if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
		return EINVAL;
	struct dr_thread *t = dr_self ? dr_self : &dr_thread[0]; /* before main: main's */
	if (type == PTHREAD_CANCEL_ASYNCHRONOUS &&
		(dr_standalone ? dr_own[DR_OWN_CANCEL + t->number] != 0 : dr_own_watched(DR_OWN_CANCEL + t->number)))
		dr_unsupported("pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS) of a thread that is cancelled");
	int before = t->calls.cancel_asynchronous ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
	store_old(old, before, DR_SITE);
	t->calls.cancel_asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
	return 0;
}
