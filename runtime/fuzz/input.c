/* The input of `drista fuzz` (fuzz-entry/main.c). The scheduler sets it before a run, as it does symbolic input. */
#include "fuzz/comparisons.h"
#include "memory/interposed.h"
#include "symbolic/symbolic.h"

/* In the place of the thread that makes a symbolic object. */
#define FUZZ 0xfffffffeu

int dr_fuzzed;

DR_EXPORT size_t drista_runtime_fuzz_input(void *to, size_t room);

/* Copies the first bytes of the input, as many as there is room for. Returns its size; 0 without `drista fuzz`. */
size_t drista_runtime_fuzz_input(void *to, size_t room)
{
	size_t size;
	const uint8_t *bytes = dr_symbolic_bytes(FUZZ, 0, &size);
	dr_fuzzed = bytes != NULL;
	size_t copied = size < room ? size : room;
	if (copied)
		dr_writes(to, bytes, copied, DR_SITE);
	return size;
}
