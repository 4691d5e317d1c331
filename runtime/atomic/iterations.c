/* How often threads go round loops that may wait (--unroll): runtime/pass/iterations.h. */
#include "internal.h"
#include "server/schedule.h"

/*
 * At a loop's head, when the thread has gone round it so often since it came to it. Returns the count of the next
 * iteration. Without --unroll that stays 0: a count in the thread's registers or on its stack would make each iteration
 * another local state (fiber/local-state.h).
 */
DR_EXPORT uint64_t __drista_iteration(uint64_t count);

uint64_t __drista_iteration(uint64_t count)
{
	if (!dr_schedule.unroll || !dr_self)
		return 0;
	if (count <= dr_schedule.unroll)
		return count + 1;
	struct dr_event e = dr_event_at(DR_ASSUME_FAILED, DR_SITE);
	e.op = 1;
	e.value.lo = dr_schedule.unroll;
	dr_happened(&e);
	dr_stop(DR_STOPPED);
}
