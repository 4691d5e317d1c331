/* The threads of the checked program. */
#include "core/internal.h"
#include "core/callstack.h"
#include "fiber/fiber.h"

#include <stdio.h>

DR_PAGED struct dr_thread dr_thread[DR_THREADS];
DR_HOT struct dr_thread *dr_self;
DR_HOT unsigned dr_arena;
int dr_standalone;
enum dr_visibility dr_visibility;

const char *dr_thread_text(const struct dr_thread *t, char text[16])
{
	if (!t || t->number == 0)
		return "main";
	snprintf(text, 16, "thread %u", t->number);
	return text;
}

void dr_thread_stack(unsigned number, size_t size, uint64_t given_low)
{
	dr_stack_choose(number, size, given_low, dr_visibility == DR_SEES_CALLS);
	dr_thread[number].stack_limit = dr_fiber[number].stack_limit;
}

void dr_stack_overflow(uint64_t address, const void *site)
{
	char who[16];
	dr_error(DR_CRASH, address, site, "stack overflow: the stack of %s has %lu bytes", dr_thread_text(dr_self, who),
		(unsigned long)dr_fiber[dr_self->number].stack_size);
}
