/* What happens at the heads of loops that may wait. The calls are inserted by runtime/pass/iterations.h. */
#include "internal.h"
#include "fiber/fiber.h"
#include "server/schedule.h"

/*
 * Called at the head of a loop with the number of iterations since the thread entered the loop. Returns the count of
 * the next iteration, if there may be one (--unroll): otherwise the thread stops for good, and others go on. Without
 * --unroll the count stays 0: a count in registers or on the stack would give each iteration another local state
 * (fiber/local-state.h). `waits`: whether the loop ends depends on memory, so that it may wait for another thread.
 */
DR_EXPORT uint64_t __drista_iteration(uint64_t count, uint32_t waits);

uint64_t __drista_iteration(uint64_t count, uint32_t waits)
{
	if (!dr_self)
		return 0;
	if (waits)
		dr_self->waiting_loop = 1;
	if (!dr_schedule.unroll)
		return 0;
	if (count <= dr_schedule.unroll)
		return count + 1;
	struct dr_event e = dr_event_at(DR_LOOP_BOUND, DR_SITE);
	e.value.lo = dr_schedule.unroll;
	dr_happened(&e);
	dr_fiber_leave(DR_HALTED);
}
