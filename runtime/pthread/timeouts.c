/* Which calls may time out (timeouts.h). */
#include "pthread/clock.h"
#include "pthread/timeouts.h"
#include "thread-state/local-state.h"
#include "core/schedule.h"

#define PLACES 32u

/* How often calls of each thread at a place have timed out. */
struct timed {
	const void *site;
	uint32_t stack, count;
};
static struct timed timed[DR_THREADS][PLACES];

/* The counter of the place. Places beyond the table's size share the last counter. */
static struct timed *place_of(const void *site)
{
	dr_local_unknown(); /* the count depends on the call stack, of which only a number is stored */
	struct timed *all = timed[dr_self->number];
	uint32_t stack = dr_callstack(dr_self);
	unsigned i = 0;
	while (i < PLACES - 1 && all[i].site && !(all[i].site == site && all[i].stack == stack))
		i++;
	if (!all[i].site)
		all[i] = (struct timed){site, stack, 0};
	return &all[i];
}

int dr_timeout_held(const void *site)
{
	if (!dr_self || place_of(site)->count < dr_schedule.timeouts)
		return 0;
	struct dr_event e = dr_event_at(DR_HELD, site);
	e.value.lo = dr_schedule.timeouts;
	dr_happened(&e);
	return 1;
}

void dr_timed_out(uint64_t deadline, const void *site)
{
	dr_clock_reach(deadline);
	if (dr_self)
		place_of(site)->count++;
}
