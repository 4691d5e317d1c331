/* What happens at the heads of loops. The calls are inserted by runtime/pass/iterations.h. */
#include "core/internal.h"
#include "fiber/fiber.h"
#include "thread-state/local-state.h"
#include "core/hooks.h"
#include "core/schedule.h"

/*
 * Called at the head of a loop with the number of iterations since the thread entered the loop. Returns the count of
 * the next iteration, if there may be one (--tune unroll): otherwise the thread stops for good, and others go on.
 * Without
 * --tune unroll the count stays 0: a count in registers or on the stack would give each iteration another local state
 * (thread-state/local-state.h). `about`: DR_LOOP_...; with DR_LOOP_ENDLESS the program has announced its state just
 * before.
 */
DR_EXPORT uint64_t __drista_iteration(uint64_t count, uint32_t about);

static int by_schedule(const struct dr_event *e)
{
	(void)e;
	return !dr_schedule_free();
}

/*
 * A thread that performs no event that returns a value would never let others run, and has no place at which its
 * history could be continued. Where it has come back to a state, it waits for the schedule to let it go round once
 * more.
 */
static void go_round(const void *site)
{
	/* An empty loop is in the runtime nearly all of the time, where the clock's signal may not abandon the run. */
	dr_hooks.takes_long();
	int returns = dr_local_returns();
	dr_self->state.live = NULL;
	if (!returns)
		return;
	struct dr_event e = dr_event_at(DR_CHOOSE, site);
	e.op = DR_ROUND;
	e.value.lo = 1;
	dr_wait(&e, by_schedule);
	e.result.lo = 0;
	dr_happened(&e);
	dr_local_returned();
}

uint64_t __drista_iteration(uint64_t count, uint32_t about)
{
	if (!dr_self)
		return 0;
	if (about & DR_LOOP_WAITS)
		dr_scheduled[dr_self->number].waiting_loop = 1;
	if (about & DR_LOOP_ENDLESS && !dr_schedule.unroll)
		go_round(DR_SITE);
	if (!dr_schedule.unroll)
		return 0;
	if (count <= dr_schedule.unroll)
		return count + 1;
	struct dr_event e = dr_event_at(DR_LOOP_BOUND, DR_SITE);
	e.value.lo = dr_schedule.unroll;
	dr_happened(&e);
	dr_schedule_leave(DR_HALTED);
}
