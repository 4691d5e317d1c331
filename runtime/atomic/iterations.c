/* How often threads go round loops that may wait (--unroll): runtime/pass/iterations.h. */
#include "internal.h"
#include "server/schedule.h"

/* At a loop's head, when the thread has gone round it so often since it came to it. */
DR_EXPORT void __drista_iteration(uint64_t count);

void __drista_iteration(uint64_t count)
{
	if (!dr_schedule.unroll || count <= dr_schedule.unroll || !dr_self)
		return;
	struct dr_event e = dr_event_at(DR_ASSUME_FAILED, DR_SITE);
	e.op = 1;
	e.value.lo = dr_schedule.unroll;
	dr_happened(&e);
	dr_stop(DR_STOPPED);
}
