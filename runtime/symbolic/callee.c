/* Which functions are known (callee.h). */
#include "symbolic/callee.h"
#include "effects/announce.h"
#include "core/internal.h"
#include "effects/wrapped.h"
#include "symbolic/call-effects.h"

#define SLOTS 4096u

/* What was found out: by function. */
static DR_PAGED struct {
	const void *function;
	const char *symbol;
	struct dr_callee callee;
} slot[SLOTS];

int dr_callee_is_known(const void *function, const char *symbol)
{
	function = dr_announced_function(function);
	if (!dr_ours((uint64_t)function))
		return dr_is_systems(function, symbol);
	const struct dr_wrapped *w = dr_wrapped_named(symbol);
	/* A library of the program may have a function of that name. */
	return !w || w->leads_to == w->function;
}

/* What code calls in the place of instructions uses memory that no row has. */
static int is_instruction(const char *symbol)
{
	static const char *const beginnings[] = {
		"__atomic_", "__tsan_atomic", "__tsan_mem", "__sanitizer_unaligned_", "__drista_"};
	for (unsigned i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
		const char *a = beginnings[i], *b = symbol;
		while (*a && *a == *b)
			a++, b++;
		if (!*a)
			return 1;
	}
	return 0;
}

static struct dr_callee find(const void *function, const char *symbol)
{
	function = dr_announced_function(function);
	int is_ours = dr_ours((uint64_t)function);
	struct dr_callee c = {NULL, NULL};
	if (!*symbol || is_instruction(symbol) || !dr_callee_is_known(function, symbol))
		return c;
	if (is_ours)
		c.library = dr_library_named(symbol);
	if (c.library && !dr_library_needs_row(c.library))
		return c;
	const struct dr_effect *effect = dr_effect_named(symbol);
	if (effect && dr_call_is_known(effect, is_ours))
		c.effect = effect;
	else
		c.library = NULL;
	return c;
}

const struct dr_callee *dr_callee_of(const void *function, const char *symbol)
{
	uint32_t n = (uint32_t)(((uint64_t)function * 0x9e3779b97f4a7c15ul) >> 40) % SLOTS;
	if (slot[n].function != function || slot[n].symbol != symbol) {
		slot[n].callee = find(function, symbol);
		slot[n].function = function;
		slot[n].symbol = symbol;
	}
	return &slot[n].callee;
}
