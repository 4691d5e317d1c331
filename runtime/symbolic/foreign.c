/* Code without expressions that is at work (foreign.h): by thread, how many calls of it. */
#include "symbolic/foreign.h"
#include "core/log.h"
#include "effects/announce.h"
#include "prim/symbols.h"
#include "symbolic/symbolic.h"

#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>

static struct {
	uint32_t depth;
	const void *function; /* the last one that was entered */
} at_work[DR_THREADS];

static int is_foreign(const void *function)
{
	if (!dr_symbolic_any_followed())
		return 0;
	function = dr_announced_function(function);
	return function && !dr_symbolic_takes(function) && !dr_ours((uint64_t)function) &&
	       !dr_in_systems_library(function);
}

static void unseen(const void *function)
{
	dr_symbolic_unseen("a function without --symbolic", (const uint8_t *)function + 1); /* sites are behind calls */
}

void dr_foreign_called(const void *function)
{
	if (!dr_self || !is_foreign(function))
		return;
	at_work[dr_self->number].depth++;
	at_work[dr_self->number].function = function;
}

void dr_foreign_returned(const void *function)
{
	if (dr_self && is_foreign(function) && at_work[dr_self->number].depth)
		at_work[dr_self->number].depth--;
}

void dr_foreign_enters(const void *function)
{
	dr_foreign_called(function);
	if (dr_self && is_foreign(function))
		unseen(function);
}

void dr_foreign_leaves(const void *function)
{
	dr_foreign_returned(function);
}

void dr_foreign_input(void)
{
	for (unsigned t = 0; t < dr_log->threads; t++)
		if (at_work[t].depth)
			unseen(at_work[t].function);
}

/* What sigaction sets. */
static const void *handler(const struct dr_effect *effect, const uint64_t *value, uint32_t count)
{
	const struct dr_effect_access *a = dr_effect_accesses(effect);
	const uint32_t used = offsetof(struct sigaction, sa_flags) + sizeof(int);
	if (!(effect->writes & (uint32_t)DR_STATE_SIGNALS) || count < 2 || !value[1])
		return NULL;
	for (unsigned i = 0; i < effect->count; i++)
		if (a[i].kind == DR_EFFECT_READS && a[i].argument == 2 && a[i].constant == used)
			return (const void *)((const struct sigaction *)value[1])->sa_handler;
	return NULL;
}

/* Rows of C++ have objects in the place of functions, and signals have SIG_IGN. */
static void may_enter(const void *function)
{
	Dl_info info;
	if (dladdr(function, &info))
		dr_foreign_enters(function);
}

void dr_foreign_given(const struct dr_effect *effect, const uint64_t *value, uint32_t count)
{
	const struct dr_effect_access *a = dr_effect_accesses(effect);
	may_enter(handler(effect, value, count));
	for (unsigned i = 0; i < effect->count; i++)
		if (a[i].kind == DR_EFFECT_CALLS && a[i].argument <= count)
			may_enter((const void *)value[a[i].argument - 1]);
}
