/*
 * Which edges of the program's code a run has taken, for `drista fuzz`: a note of the run with a bit for each. clang
 * compiles calls for that with -fsanitize-coverage=trace-pc-guard (its documentation of SanitizerCoverage), gcc with
 * trace-pc.
 */
#include "fuzz/edges.h"
#include "core/log.h"
#include "prim/copy.h"

/* Of more edges some share a bit. */
#define BITS 16384u

static DR_PAGED uint8_t digit[BITS / 4];
static uint32_t numbered;
static int used;

DR_EXPORT void __sanitizer_cov_trace_pc_guard_init(uint32_t *from, uint32_t *to);
DR_EXPORT void __sanitizer_cov_trace_pc_guard(const uint32_t *guard);
DR_EXPORT void __sanitizer_cov_trace_pc(void);

/* Called by a constructor of each file, before main. The files of a module have the same guards. */
void __sanitizer_cov_trace_pc_guard_init(uint32_t *from, uint32_t *to)
{
	if (from == to || *from)
		return;
	for (uint32_t *guard = from; guard < to; guard++)
		*guard = ++numbered;
}

static void taken(uint32_t number)
{
	uint32_t bit = number % BITS;
	digit[bit / 4] |= (uint8_t)(1u << bit % 4);
	used = 1;
}

void __sanitizer_cov_trace_pc_guard(const uint32_t *guard)
{
	taken(*guard);
}

void __sanitizer_cov_trace_pc(void)
{
	taken((uint32_t)((uintptr_t)DR_SITE * 0x9e3779b97f4a7c15ul >> 32));
}

void dr_edges_note(void)
{
	static const char head[] = "edges: ";
	static char text[sizeof head + BITS / 4];
	unsigned last = BITS / 4;
	if (!used)
		return;
	while (!digit[last - 1])
		last--;
	dr_raw_memcpy(text, head, sizeof head);
	for (unsigned i = 0; i < last; i++)
		text[sizeof head - 1 + i] = "0123456789abcdef"[digit[i]];
	text[sizeof head - 1 + last] = 0;
	dr_log_note(text);
}
