/*
 * What calls do with symbolic bytes (call-effects.h). What a call reads is made concrete, each value a path. What it
 * writes follows from that: it depends on no input.
 */
#include "symbolic/call-effects.h"
#include "memory/interposed.h"
#include "symbolic/symbolic.h"

#define LARGEST (1ul << 30) /* a call that says that it has more bytes will not use them all */

/* Where inputs from outside may be. */
#define OUTSIDE \
	((uint32_t)(DR_STATE_STREAM | DR_STATE_STREAMS | DR_STATE_STDIN | DR_STATE_FILES | DR_STATE_NETWORK | \
		    DR_STATE_TERMINAL | DR_STATE_DESCRIPTOR))

static int is_access(const struct dr_effect_access *a)
{
	return a->kind == DR_EFFECT_READS || a->kind == DR_EFFECT_WRITES || a->kind == DR_EFFECT_READS_WRITES;
}

static int has(const struct dr_effect *effect, enum dr_effect_kind kind, unsigned argument)
{
	const struct dr_effect_access *a = dr_effect_accesses(effect);
	for (unsigned i = 0; i < effect->count; i++)
		if (a[i].kind == kind && (!argument || a[i].argument == argument))
			return 1;
	return 0;
}

int dr_call_is_known(const struct dr_effect *effect, int is_ours)
{
	const struct dr_effect_access *a = dr_effect_accesses(effect);
	int calls = has(effect, DR_EFFECT_CALLS, 0);
	for (unsigned i = 0; i < effect->count; i++) {
		if (!is_access(&a[i]))
			continue;
		/* What is kept may be read later. What is called back may change what is read after it. */
		if (a[i].extent == DR_EXTENT_ANY || has(effect, DR_EFFECT_KEEPS, a[i].argument) ||
			(calls && a[i].extent != DR_EXTENT_CONSTANT))
			return 0;
	}
	/* What a stream keeps is read or written by other calls. */
	if (has(effect, DR_EFFECT_KEEPS, 0) && (effect->writes & (uint32_t)(DR_STATE_STREAM | DR_STATE_STREAMS)))
		return 0;
	/* Pages are moved and emptied, and realloc copies: the expressions would stay where they are. */
	if (!is_ours && has(effect, DR_EFFECT_FREES, 0))
		return 0;
	if (effect->flags & DR_EFFECT_RETURNS_TWICE || effect->writes & (uint32_t)(DR_STATE_MAPPINGS | DR_STATE_BREAK))
		return 0;
	return !dr_symbolic_outside || !((effect->reads | effect->writes) & OUTSIDE);
}

static size_t at_most(size_t size, const struct dr_effect_access *a, const uint64_t *value, uint32_t count)
{
	return a->a && a->a <= count && size > value[a->a - 1] ? value[a->a - 1] : size;
}

/* How many bytes the access has. `result`: of the call; before it, 0. */
static size_t size_of(const struct dr_effect_access *a, const uint64_t *value, uint32_t count, int64_t result)
{
	const void *at = (const void *)value[a->argument - 1];
	uint64_t one = a->a && a->a <= count ? value[a->a - 1] : 0, two = a->b && a->b <= count ? value[a->b - 1] : 0;
	switch ((enum dr_effect_extent)a->extent) {
	case DR_EXTENT_CONSTANT: return a->constant;
	case DR_EXTENT_ARGUMENT: return one * a->constant;
	case DR_EXTENT_PRODUCT: return one * two;
	case DR_EXTENT_TEXT: return at_most(dr_length(at, a->a ? one : SIZE_MAX - 1) + 1, a, value, count);
	case DR_EXTENT_WIDE:
		return at_most(dr_wide_length(at, a->a ? one : SIZE_MAX / 8) + 1, a, value, count) * sizeof(wchar_t);
	case DR_EXTENT_RESULT: return result > 0 ? (size_t)result * a->constant : 0;
	case DR_EXTENT_RESULT_PLUS: return result >= 0 ? (size_t)result + a->constant : 0;
	case DR_EXTENT_NONE:
	case DR_EXTENT_ANY: return 0;
	}
	return 0;
}

/* The row has no accesses to synchronisation objects. No input decides what is in them. */
static void objects(
	const struct dr_effect *effect, const uint64_t *value, uint32_t count, const char *name, const void *site)
{
	const struct dr_effect_access *a = dr_effect_accesses(effect);
	uint32_t listed = 0;
	for (unsigned i = 0; i < effect->count; i++)
		listed |= 1u << (a[i].argument - 1);
	for (uint32_t i = 0; i < count && i < 32; i++)
		if (!(listed >> i & 1) && dr_symbolic_load((const void *)value[i], sizeof(int)))
			dr_symbolic_unseen(name, site);
}

void dr_call_reads(
	const struct dr_callee *callee, const uint64_t *value, uint32_t count, const char *name, const void *site)
{
	const struct dr_effect *effect = callee->effect;
	const struct dr_effect_access *a = dr_effect_accesses(effect);
	unsigned follows = callee->library ? callee->library->follows : 0;
	if ((effect->reads | effect->writes) & (uint32_t)DR_STATE_THREADS)
		objects(effect, value, count, name, site);
	for (unsigned i = 0; i < effect->count; i++) {
		if ((a[i].kind != DR_EFFECT_READS && a[i].kind != DR_EFFECT_READS_WRITES) || a[i].argument > count ||
			!value[a[i].argument - 1] || (follows >> (a[i].argument - 1) & 1))
			continue;
		const uint8_t *at = (const uint8_t *)value[a[i].argument - 1];
		if (a[i].extent == DR_EXTENT_TEXT) /* where it ends is what the most functions ask first */
			dr_symbolic_length(at, a[i].a && a[i].a <= count ? value[a[i].a - 1] : SIZE_MAX, site);
		size_t size = size_of(&a[i], value, count, 0);
		dr_symbolic_pin_memory(at, size < LARGEST ? size : LARGEST, site);
		if (size > LARGEST)
			dr_symbolic_unseen(name, site);
	}
}

void dr_call_writes(const struct dr_callee *callee, const uint64_t *value, uint32_t count, int64_t result,
	const char *name, const void *site)
{
	const struct dr_effect *effect = callee->effect;
	const struct dr_effect_access *a = dr_effect_accesses(effect);
	if (!dr_symbolic_memory_used())
		return;
	for (unsigned i = 0; i < effect->count; i++) {
		if ((a[i].kind != DR_EFFECT_WRITES && a[i].kind != DR_EFFECT_READS_WRITES) || a[i].argument > count ||
			!value[a[i].argument - 1])
			continue;
		size_t size = size_of(&a[i], value, count, result);
		dr_symbolic_overwritten((const void *)value[a[i].argument - 1], size < LARGEST ? size : LARGEST, site);
		if (size > LARGEST)
			dr_symbolic_unseen(name, site);
	}
}
