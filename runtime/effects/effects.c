/* Looks up the table of effects. It is part of the runtime and of the pass, so that it is C and C++. */
#ifndef __cplusplus
#include "core/internal.h"
#endif
#include "effects/effects.h"

#include "effects.inc"

/* As strcmp, which in the runtime announces what it reads. */
static int compare(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}

const char *dr_effect_name(const struct dr_effect *effect)
{
	return effect_names + effect->name;
}

const struct dr_effect_access *dr_effect_accesses(const struct dr_effect *effect)
{
	return effect_accesses + effect->first;
}

const struct dr_effect_shared *dr_effect_shared_states(const struct dr_effect *effect)
{
	return effect_shared + effect->shared;
}

const struct dr_effect_shared *dr_effects_shared(uint32_t *count)
{
	*count = sizeof effect_shared / sizeof *effect_shared;
	return effect_shared;
}

const struct dr_effect *dr_effects_all(uint32_t *count)
{
	*count = sizeof effects / sizeof *effects;
	return effects;
}

const struct dr_effect *dr_effect_named(const char *name)
{
	const struct dr_effect *low = effects, *high = effects + sizeof effects / sizeof *effects;
	while (low < high) {
		const struct dr_effect *middle = low + (high - low) / 2;
		int order = compare(name, dr_effect_name(middle));
		if (order == 0)
			return middle;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return 0;
}
