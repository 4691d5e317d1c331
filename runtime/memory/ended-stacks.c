/* Stacks of threads that have ended (ended-stacks.h). */
#include "memory/ended-stacks.h"
#include "memory/plain.h"
#include "shadow/shadow.h"

#include <stdio.h>

#define DEEPEST (1ul << 20)

static uint64_t slot(unsigned number)
{
	return DR_STACKS_BASE + ((uint64_t)number << DR_STACK_SHIFT);
}

static uint8_t over[DR_THREADS]; /* nothing on its stack is a variable of the program's any more */
static uint64_t used_again_below; /* but what main's exit handlers have there, below this address */

static int is_of_handlers(unsigned owner, uint64_t address)
{
	return owner == 0 && address < used_again_below;
}

static int has_ended(unsigned number, uint64_t address)
{
	return over[number] && !is_of_handlers(number, address);
}

int dr_stack_is_over(const struct dr_thread *t)
{
	return over[t->number];
}

void dr_stack_used_again(uint64_t below)
{
	used_again_below = below;
}

static unsigned owner_of(uint64_t address)
{
	return (unsigned)((address - DR_STACKS_BASE) >> DR_STACK_SHIFT);
}

/* Records that other threads have accessed these bytes of the stack, in this run or an earlier one. */
static void remember(unsigned owner, uint64_t address, size_t size)
{
	struct dr_stack_use *u = &dr_shadow->stack_use[owner];
	if (is_of_handlers(owner, address)) /* where handlers run must not depend on what they share */
		return;
	if (u->high && address >= u->low && address + size <= u->high)
		return;
	if (!u->high || address < u->low)
		u->low = address;
	if (address + size > u->high)
		u->high = address + size;
	dr_shadow->foreign++;
}

/* Announces that the end of the thread writes the bytes that other threads access. */
static void end_writes(struct dr_thread *owner, uint64_t from, uint64_t to)
{
	for (uint64_t a = from & -8ul; a < to; a += 8) {
		uint8_t mask = dr_shadow_foreign(owner, a);
		if (mask)
			dr_shadow_touch(owner, a, mask, 0, DR_ACCESS_END);
	}
}

static _Noreturn void say(unsigned owner, uint64_t address, size_t size, const char *does, const void *site)
{
	const char *end = dr_thread[owner].ended ? "has ended" : "has returned";
	char who[24] = "main";
	if (dr_self->number)
		snprintf(who, sizeof who, "thread %u", dr_self->number);
	if (owner)
		dr_error(DR_MEMORY, address, site, "%s %s %zu bytes on the stack of thread %u, which %s", who, does,
			size, owner, end);
	dr_error(DR_MEMORY, address, site, "%s %s %zu bytes on the stack of main, which %s", who, does, size, end);
}

int dr_ended_stack_access(struct dr_thread *t, uint64_t address, size_t size, int write, int by, const void *site)
{
	unsigned owner = owner_of(address);
	remember(owner, address, size);
	if (!has_ended(owner, address))
		return 0;
	int promoted = dr_plain_touch(t, address, size, write);
	end_writes(&dr_thread[owner], address, address + size);
	if (!promoted)
		say(owner, address, size, write ? "writes" : "reads", site);
	dr_promoted_clear(address, size); /* the write that counts as the thread's end's; the end itself ran on that
					     stack and could not write it */
	dr_promoted_access(address, size, write, (enum dr_by)by, site);
	return 1;
}

void dr_ended_stack_atomic(struct dr_thread *t, uint64_t address, size_t size, const char *does, const void *site)
{
	(void)t;
	unsigned owner = owner_of(address);
	remember(owner, address, size);
	if (!has_ended(owner, address))
		return;
	end_writes(&dr_thread[owner], address, address + size);
	if (!dr_shadow_promoted(address))
		say(owner, address, size, does, site);
}

void dr_stack_over(const void *site)
{
	const struct dr_stack_use *u = &dr_shadow->stack_use[dr_self->number];
	dr_settle();
	if (u->high)
		end_writes(dr_self, u->low, u->high);
	dr_promoted_access(slot(dr_self->number), 1ul << DR_STACK_SHIFT, DR_ENDS_STACK, DR_BY_RUNTIME, site);
	over[dr_self->number] = 1;
}

size_t dr_stack_read_depth(void)
{
	const struct dr_stack_use *u = &dr_shadow->stack_use[dr_self->number];
	uint64_t sp = (uint64_t)__builtin_frame_address(0);
	return u->high && u->low < sp && sp - u->low < DEEPEST ? sp - u->low : 0;
}
