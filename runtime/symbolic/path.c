/*
 * What a thread's way depends on: the outcomes of branches on symbolic conditions, and values that are used where no
 * expression can follow. Both are entries of the run's table, in the order of the run.
 */
#include "symbolic/symbolic.h"
#include "core/log.h"

#define SEEN (1u << 14)
static DR_PAGED uint64_t seen[SEEN];

/* Has the thread added the same entry before? Where the table has no room, the answer is no. */
static int repeated(enum dr_symbolic_op op, uint64_t expression)
{
	uint64_t key = (expression ^ ((uint64_t)dr_self->number << 8 | op)) * 0x9e3779b97f4a7c15ul;
	uint32_t slot = (uint32_t)(key >> 40) % SEEN;
	for (unsigned n = 0; n < 64; n++, slot = (slot + 1) % SEEN) {
		if (seen[slot] == key)
			return 1;
		if (!seen[slot]) {
			seen[slot] = key;
			return 0;
		}
	}
	return 0;
}

static void add(enum dr_symbolic_op op, uint64_t expression, const void *site)
{
	if (repeated(op, expression))
		return;
	dr_symbolic_add((struct dr_symbolic){.id = dr_log->events,
		.a = expression,
		.b = (uint64_t)site,
		.value = dr_expression_of(expression)->value,
		.op = (uint8_t)op});
}

void dr_symbolic_pin(uint64_t expression, const void *site)
{
	if (expression && dr_self)
		add(DR_SYMBOLIC_PIN, expression, site);
}

void dr_symbolic_branch(uint64_t condition, const void *site)
{
	if (condition && dr_self)
		add(DR_SYMBOLIC_BRANCH, condition, site);
}

void dr_symbolic_unseen_always(const char *what, const void *site)
{
	if (!dr_self || !repeated(DR_SYMBOLIC_UNSEEN, (uint64_t)site))
		dr_symbolic_add((struct dr_symbolic){
			.b = (uint64_t)site, .op = DR_SYMBOLIC_UNSEEN, .text = dr_text(what ? what : "code")});
}

void dr_symbolic_unseen(const char *what, const void *site)
{
	if (dr_self && dr_symbolic_memory_used())
		dr_symbolic_unseen_always(what, site);
}

DR_EXPORT void __drista_symbolic_branch(uint64_t condition);
DR_EXPORT void __drista_symbolic_pin(uint64_t expression);
DR_EXPORT void __drista_symbolic_pin_memory(const void *at, size_t size);
DR_EXPORT void __drista_symbolic_unseen(const char *what);

/* A branch on a condition, one bit. */
void __drista_symbolic_branch(uint64_t condition)
{
	dr_symbolic_branch(condition, DR_SITE);
}
void __drista_symbolic_pin(uint64_t expression)
{
	dr_symbolic_pin(expression, DR_SITE);
}
void __drista_symbolic_pin_memory(const void *at, size_t size)
{
	dr_symbolic_pin_memory(at, size, DR_SITE);
}
void __drista_symbolic_unseen(const char *what)
{
	dr_symbolic_unseen(what, DR_SITE);
}
