/*
 * What a run has compared without finding it equal, by the calls of -fsanitize-coverage=trace-cmp (clang's
 * documentation of SanitizerCoverage) and the functions of libc, for `drista fuzz`: where an input has the one, it is
 * to have the other (Aschermann et al., REDQUEEN: fuzzing with input-to-state correspondence, NDSS 2019).
 */
#include "fuzz/comparisons.h"
#include "core/log.h"
#include "prim/copy.h"

/* The last comparisons of a run, of different places as far as possible. */
#define KEPT 64u

static DR_PAGED struct comparison {
	uint8_t size, a[DR_COMPARED_LONGEST], b[DR_COMPARED_LONGEST];
} comparison[KEPT];

static void record(const void *a, const void *b, size_t size, const void *site)
{
	struct comparison *c = &comparison[((uintptr_t)site >> 1) % KEPT];
	c->size = (uint8_t)size;
	dr_raw_memcpy(c->a, a, size);
	dr_raw_memcpy(c->b, b, size);
}

void dr_compared(const void *a, const void *b, size_t size, const void *site)
{
	if (dr_fuzzed && size && size <= DR_COMPARED_LONGEST)
		record(a, b, size, site);
}

#define COMPARED(name, type) \
	DR_EXPORT void __sanitizer_cov_trace_##name(type a, type b); \
	void __sanitizer_cov_trace_##name(type a, type b) \
	{ \
		if (dr_fuzzed && a != b) \
			record(&a, &b, sizeof a, DR_SITE); \
	}
COMPARED(cmp1, uint8_t)
COMPARED(cmp2, uint16_t)
COMPARED(cmp4, uint32_t)
COMPARED(cmp8, uint64_t)
COMPARED(const_cmp1, uint8_t)
COMPARED(const_cmp2, uint16_t)
COMPARED(const_cmp4, uint32_t)
COMPARED(const_cmp8, uint64_t)

DR_EXPORT void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases);

/* cases: their number, their size in bits, and then the values of all. */
void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases)
{
	if (!dr_fuzzed)
		return;
	for (uint64_t i = 0; i < cases[0]; i++)
		if (cases[2 + i] != value)
			record(&cases[2 + i], &value, cases[1] / 8, (const uint8_t *)DR_SITE + 2 * i);
}

void dr_comparisons_note(void)
{
	static char text[sizeof "compared:" + KEPT * (4 * DR_COMPARED_LONGEST + 2)];
	size_t at = sizeof "compared:" - 1;
	dr_raw_memcpy(text, "compared:", at);
	for (const struct comparison *c = comparison; c < comparison + KEPT; c++) {
		if (!c->size)
			continue;
		text[at++] = ' ';
		for (unsigned i = 0; i < 2u * c->size; i++) {
			uint8_t byte = i < c->size ? c->a[i] : c->b[i - c->size];
			text[at++] = "0123456789abcdef"[byte >> 4];
			text[at++] = "0123456789abcdef"[byte & 15];
		}
	}
	text[at] = 0;
	if (at > sizeof "compared:" - 1)
		dr_log_note(text);
}
