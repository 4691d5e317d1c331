/* Calls and their variables (frames.h). */
#include "memory/frames.h"
#include "core/internal.h"
#include "memory/ended-stacks.h"
#include "thread-state/liveness.h"

/* How many words of a frame are looked at. */
#define MOST_WORDS 8192u

static const struct dr_callstack *stack_with(uint64_t address)
{
	return &dr_thread[(address - DR_STACKS_BASE) >> DR_STACK_SHIFT].callstack;
}

static int is_active(const struct dr_callstack *c, struct dr_call call)
{
	return call.depth && call.depth <= c->depth && c->frames[call.depth - 1].activation == call.activation;
}

uint32_t dr_frame_at(const struct dr_callstack *c, uint64_t address)
{
	uint32_t low = 0, high = c->depth;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (c->frames[middle].sp <= address)
			high = middle;
		else
			low = middle + 1;
	}
	return low < c->depth ? low + 1 : 0;
}

/* Memory above the place where the return address lies is the caller's. Below the function's own frame are two words of
 * the call that has noted it. */
static int is_in_frame(const struct dr_frame_entry *f, uint64_t address)
{
	const uint64_t *word = (const uint64_t *)f->sp + 2, *end = (const uint64_t *)(address & -8ul);
	if (end - word > MOST_WORDS)
		return 0;
	for (; word < end; word++)
		if (*word == f->pc)
			return 0;
	return 1;
}

struct dr_call dr_call_with(uint64_t address, struct dr_call last)
{
	const struct dr_callstack *c = stack_with(address);
	if (is_active(c, last))
		return last;
	const struct dr_thread *t = &dr_thread[(address - DR_STACKS_BASE) >> DR_STACK_SHIFT];
	uint32_t depth = !t->ended && c->depth <= DR_FRAMES ? dr_frame_at(c, address) : 0;
	if (!depth || !is_in_frame(&c->frames[depth - 1], address))
		return (struct dr_call){0, 0};
	return (struct dr_call){depth, c->frames[depth - 1].activation};
}

int dr_call_is_over(uint64_t address, struct dr_call call)
{
	const struct dr_callstack *c = stack_with(address);
	return call.depth && c->depth <= DR_FRAMES && !is_active(c, call);
}

/* Without optimisation the return address lies just above the frame pointer, which is at most the lower end of the
 * caller's frame: dr_frame_entry.sp has the two words of a call below it. An optimised function that announces what is
 * live has a frame pointer, too. */
int dr_frame_is_simple(const struct dr_thread *t, uint32_t depth)
{
	const struct dr_frame_entry *f = &t->callstack.frames[depth];
	uint64_t most = depth ? f[-1].sp : t->stack_top - 2 * sizeof(uint64_t);
	return !dr_live_is_optimised(t, depth) && f->frame % 8 == 0 && f->frame > f->sp && f->frame <= most &&
	       ((const uint64_t *)f->frame)[1] == f->pc;
}
