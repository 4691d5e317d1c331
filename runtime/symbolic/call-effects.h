/* What calls do with symbolic bytes, by the table of effects. */
#ifndef DRISTA_SYMBOLIC_CALL_EFFECTS_H
#define DRISTA_SYMBOLIC_CALL_EFFECTS_H

#include "symbolic/callee.h"

#include <stdint.h>

/* Does the row say all that matters to inputs? `is_ours`: the runtime has the function. */
int dr_call_is_known(const struct dr_effect *effect, int is_ours);
/* Before the call with these values of its arguments: what it reads is made concrete. `name`: of the function. */
void dr_call_reads(
	const struct dr_callee *callee, const uint64_t *value, uint32_t count, const char *name, const void *site);
/* After it: what it has written depends on no input any more. */
void dr_call_writes(const struct dr_callee *callee, const uint64_t *value, uint32_t count, int64_t result,
	const char *name, const void *site);

#endif
