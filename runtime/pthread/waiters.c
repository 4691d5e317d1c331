/* Threads that block until others wake them (waiters.h). */
#include "pthread/waiters.h"
#include "pthread/cancel.h"
#include "pthread/clock.h"
#include "core/log.h"
#include "core/schedule.h"
#include "pthread/timeouts.h"

#include <errno.h>

/* Where each thread blocks: a condition variable, a barrier, a futex word + 1; 0: nowhere. */
static uint64_t blocks_at[DR_THREADS];

static int waits(unsigned number, uint64_t object)
{
	return blocks_at[number] == object && !dr_scheduled[number].woken;
}

static void set(uint64_t object, uint64_t spin)
{
	blocks_at[dr_self->number] = object;
	dr_scheduled[dr_self->number].woken = 0;
	dr_scheduled[dr_self->number].wait_spin = spin;
}

void dr_block(uint64_t object, uint64_t spin)
{
	set(object, spin);
}

/* Where nobody is told which threads a wake-up on a futex has woken, the schedule says so by this event. */
static int can_wake(const struct dr_event *e)
{
	return dr_scheduled[e->thread].woken || (e->op && dr_last_resort) ||
	       (e->kind == DR_FUTEX_AWAIT && dr_log->followed < dr_schedule.steps);
}

static int was_woken(void)
{
	return dr_scheduled[dr_self->number].woken;
}

int dr_await(enum dr_kind kind, uint64_t object, uint8_t op, uint64_t deadline, const void *site)
{
	if ((op & DR_WAIT_TIMED) && dr_timeout_held(site))
		op &= (uint8_t)~DR_WAIT_TIMED;
	struct dr_event e = dr_event_at(kind, site);
	e.object = object;
	e.op = op;
	if (!dr_wait(&e, can_wake))
		e.result.lo = was_woken() ? 0 : op & DR_WAIT_TIMED ? ETIMEDOUT : EINTR;
	if (e.result.lo == ETIMEDOUT)
		dr_timed_out(deadline, site);
	dr_happened(&e); /* it sees from `woken` whether anything has changed */
	set(0, 0);
	return e.result.lo == EINTR
		       ? 0
		       : (int)e.result.lo; /* EINTR: a spurious wake-up, which the program sees as success */
}

int dr_await_cancelled(enum dr_kind kind, uint64_t object, uint8_t op, const void *site)
{
	struct dr_event e = dr_event_at(kind, site);
	e.object = object;
	e.op = op;
	if (!dr_cancel_asked(&e, can_wake, site))
		return 0;
	e.op = DR_WAIT_CANCELLED;
	if (!dr_wait(&e, NULL))
		e.result.lo = was_woken() ? dr_first_waiter(object) : 0;
	dr_wake(object, e.result.lo);
	dr_happened(&e);
	set(0, 0);
	return 1;
}

uint64_t dr_waiters(uint64_t object)
{
	uint64_t n = 0;
	for (unsigned i = 0; i < dr_log->threads; i++)
		n += waits(i, object);
	return n;
}

uint64_t dr_first_waiter(uint64_t object)
{
	for (unsigned i = 0; i < dr_log->threads; i++)
		if (waits(i, object))
			return i + 1;
	return 0;
}

void dr_wake(uint64_t object, uint64_t which)
{
	if (which && which <= dr_log->threads && waits((unsigned)which - 1, object))
		dr_scheduled[which - 1].woken = 1;
}

void dr_wake_all(uint64_t object)
{
	for (unsigned i = 0; i < dr_log->threads; i++)
		dr_wake(object, i + 1);
}
