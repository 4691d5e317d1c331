/* Arguments and results of threads (threads.h). */
#include "symbolic/threads.h"
#include "symbolic/symbolic.h"

static DR_PAGED struct {
	uint64_t argument, result; /* 0: it depends on no input */
} thread[DR_THREADS];

void dr_symbolic_creates(unsigned number, unsigned n)
{
	thread[number].argument = dr_symbolic_argument(n);
	thread[number].result = 0;
}

void dr_symbolic_begins(const void *routine)
{
	uint64_t argument = thread[dr_self->number].argument;
	if (dr_symbolic_takes(routine))
		dr_symbolic_announce(routine, argument);
	else
		dr_symbolic_pin(argument, (const uint8_t *)routine + 1); /* sites are behind calls */
}

void dr_symbolic_ends(const void *routine)
{
	thread[dr_self->number].result = dr_symbolic_result(routine);
}

void dr_symbolic_exits(unsigned n, uint64_t result)
{
	uint64_t e = dr_symbolic_argument(n);
	const struct dr_symbolic *expression = e ? dr_expression_of(e) : NULL;
	uint64_t given = e && expression->bits == 32 ? (uint32_t)result : result;
	/* A thread that is cancelled in another call ends with something else. */
	thread[dr_self->number].result = e && expression->value.lo == given ? e : 0;
}

void dr_symbolic_joined(unsigned number, const void *at, unsigned size, const void *site)
{
	uint64_t e = thread[number].result;
	if (!e || !at)
		return;
	if (dr_symbolic_inside() && dr_expression_of(e)->bits == 8 * size)
		dr_symbolic_store(at, size, e);
	else
		dr_symbolic_pin(e, site);
}
