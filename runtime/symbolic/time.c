/* How symbolic times matter (time.h). */
#include "symbolic/time.h"
#include "symbolic/symbolic.h"

#define SECOND 1000000000ul
#define MAX_PARTS 8u

/* The times that the thread's clock depends on. */
static DR_PAGED struct {
	uint32_t count;
	uint64_t expression[MAX_PARTS];
} waited[DR_THREADS];

void dr_symbolic_waits_for(uint64_t expression, const void *site)
{
	if (!expression || !dr_self)
		return;
	uint32_t *count = &waited[dr_self->number].count;
	uint64_t *all = waited[dr_self->number].expression;
	for (uint32_t i = 0; i < *count; i++)
		if (all[i] == expression)
			return;
	if (*count < MAX_PARTS)
		all[(*count)++] = expression;
	else
		dr_symbolic_pin(expression, site);
}

void dr_symbolic_waits(const struct timespec *t, const void *site)
{
	uint64_t e = dr_symbolic_load(&t->tv_nsec, sizeof t->tv_nsec);
	if (e) {
		uint64_t limit = dr_expression_constant(64, SECOND);
		dr_symbolic_branch(dr_expression(DR_SYMBOLIC_ULT, 1, e, limit, (uint64_t)t->tv_nsec < SECOND), site);
	}
	dr_symbolic_waits_for(e, site);
	dr_symbolic_waits_for(dr_symbolic_load(&t->tv_sec, sizeof t->tv_sec), site);
}

void dr_symbolic_sign(const time_t *seconds, const void *site)
{
	uint64_t e = dr_symbolic_load(seconds, sizeof *seconds);
	if (e)
		dr_symbolic_branch(
			dr_expression(DR_SYMBOLIC_SLT, 1, e, dr_expression_constant(64, 0), *seconds < 0), site);
}

void dr_symbolic_clock_read(const void *site)
{
	if (!dr_self)
		return;
	for (uint32_t i = 0; i < waited[dr_self->number].count; i++)
		dr_symbolic_pin(waited[dr_self->number].expression[i], site);
	waited[dr_self->number].count = 0;
}

void dr_symbolic_clock_inherited(unsigned thread, unsigned creator)
{
	if (waited[creator].count)
		waited[thread] = waited[creator];
}
