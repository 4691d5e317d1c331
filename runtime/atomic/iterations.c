/* Counts the iterations of loops that may wait (--unroll). The calls are inserted by runtime/pass/iterations.h. */
#include "internal.h"
#include "fiber/fiber.h"
#include "server/schedule.h"

/*
 * Called at the head of a loop with the number of iterations since the thread entered the loop. Returns the count of
 * the next iteration, if there may be one: otherwise the thread stops for good, and others go on. Without --unroll the
 * count stays 0: a count in registers or on the stack would give each iteration another local state
 * (fiber/local-state.h).
 */
DR_EXPORT uint64_t __drista_iteration(uint64_t count);

uint64_t __drista_iteration(uint64_t count)
{
	if (!dr_schedule.unroll || !dr_self)
		return 0;
	if (count <= dr_schedule.unroll)
		return count + 1;
	struct dr_event e = dr_event_at(DR_LOOP_BOUND, DR_SITE);
	e.value.lo = dr_schedule.unroll;
	dr_happened(&e);
	dr_fiber_leave(DR_HALTED);
}
