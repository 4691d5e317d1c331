/*
 * Joins that may fail: pthread_tryjoin_np, pthread_timedjoin_np and pthread_clockjoin_np (glibc). Each thread has a
 * flag at an address that its number fixes, and sets it just before it ends. The calls load the flag: 0 says that the
 * thread has not ended, 1 that a join follows. Load and store are relaxed, since a call that fails orders nothing, and
 * one that succeeds is a DR_JOIN, which does. They are events only for threads that some run has tried to join
 * (own-atomics.h).
 */
#include "memory/plain.h"
#include "pthread/try-join.h"
#include "pthread/clock.h"
#include "fiber/fiber.h"
#include "symbolic/threads.h"
#include "thread-state/spin.h"
#include "atomic/own-atomics.h"
#include "pthread/calls.h"
#include "pthread/cancel.h"
#include "pthread/life.h"
#include "pthread/timeouts.h"
#include "core/schedule.h"

#include <errno.h>

void dr_try_join_ends(void)
{
	unsigned flag = DR_OWN_ENDED + dr_self->number;
	if (!dr_standalone && !dr_own_watched(flag))
		return;
	struct dr_event e = dr_own_event(DR_STORE, flag, __ATOMIC_RELAXED, NULL);
	e.text = dr_text("may be joined");
	e.value.lo = 1;
	dr_own[flag] = 1;
	dr_happened(&e);
}

static int has_ended_or_late(const struct dr_event *e)
{
	return *(const uint32_t *)e->object || dr_last_resort;
}

/* Loads the thread's flag: has the thread ended, as seen by the caller? `can`: see dr_wait. */
static int load_flag(
	unsigned number, int (*can)(const struct dr_event *), uint64_t spin, const char *call, const void *site)
{
	unsigned flag = DR_OWN_ENDED + number;
	if (!dr_standalone && !dr_own_watched(flag))
		dr_own_watch(flag);
	struct dr_event e = dr_own_event(DR_LOAD, flag, __ATOMIC_RELAXED, site);
	e.text = dr_text(call);
	e.spin = spin;
	dr_own_wait(&e, can);
	dr_happened(&e);
	return e.result.lo != 0;
}

static int joined(pthread_t id, void *result, void **out, const void *site)
{
	if (out) {
		dr_plain_range(out, sizeof *out, DR_WRITES, site);
		*out = result;
		dr_symbolic_joined(dr_thread_of(id)->number, out, sizeof *out, site);
	}
	return 0;
}

/* Stops the run before main, when there is no thread to be joined. */
static void after_main_began(const char *call)
{
	if (!dr_self)
		dr_unsupported(call);
}

/* This call and those that follow may be the whole body of a spin loop. */
DR_WAITING(int, pthread_tryjoin_np, pthread_t id, void **out)
{
	uint64_t spin = dr_spin_fingerprint();
	after_main_began("pthread_tryjoin_np before main");
	unsigned number = dr_thread_to_join(id, DR_SITE);
	if (!load_flag(number, NULL, spin, "pthread_tryjoin_np", DR_SITE))
		return EBUSY;
	return joined(id, dr_thread_join_ended(id, DR_SITE), out, DR_SITE);
}

static int join_until(pthread_t id, void **out, clockid_t clock, const struct timespec *until, uint64_t spin,
	const char *call, const void *site)
{
	uint64_t deadline;
	if (!until)
		return joined(id, dr_thread_join(id, site), out, site);
	if (!dr_clock_deadline(clock, until, &deadline, site))
		return EINVAL;
	unsigned number = dr_thread_to_join(id, site);
	if (number == dr_self->number)
		return EDEADLK;
	if (dr_timeout_held(site))
		return joined(id, dr_thread_join(id, site), out, site);
	dr_cancel_point(0, site);
	if (load_flag(number, has_ended_or_late, spin, call, site))
		return joined(id, dr_thread_join_ended(id, site), out, site);
	dr_timed_out(deadline, site);
	return ETIMEDOUT;
}

DR_WAITING(int, pthread_timedjoin_np, pthread_t id, void **out, const struct timespec *until)
{
	uint64_t spin = dr_spin_fingerprint();
	after_main_began("pthread_timedjoin_np before main");
	return join_until(id, out, CLOCK_REALTIME, until, spin, "pthread_timedjoin_np", DR_SITE);
}

DR_WAITING(int, pthread_clockjoin_np, pthread_t id, void **out, clockid_t clock, const struct timespec *until)
{
	uint64_t spin = dr_spin_fingerprint();
	after_main_began("pthread_clockjoin_np before main");
	return join_until(id, out, clock, until, spin, "pthread_clockjoin_np", DR_SITE);
}
