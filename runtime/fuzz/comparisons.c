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
	uint8_t used, size_a, size_b, a[DR_COMPARED_LONGEST], b[DR_COMPARED_LONGEST];
} comparison[KEPT];

static void record_both(const void *a, size_t size_a, const void *b, size_t size_b, const void *site)
{
	struct comparison *c = &comparison[((uintptr_t)site >> 1) % KEPT];
	c->used = 1;
	c->size_a = (uint8_t)size_a;
	c->size_b = (uint8_t)size_b;
	dr_raw_memcpy(c->a, a, size_a);
	dr_raw_memcpy(c->b, b, size_b);
}

static void record(const void *a, const void *b, size_t size, const void *site)
{
	record_both(a, size, b, size, site);
}

void dr_compared(const void *a, const void *b, size_t size, const void *site)
{
	if (dr_fuzzed && size && size <= DR_COMPARED_LONGEST)
		record(a, b, size, site);
}

/* The length of the text, of which the first `known` characters are known to be readable, as far as that is sure: where
 * the texts differ, nobody has said that they end. */
static size_t length_of(const volatile uint8_t *text, size_t known, size_t most)
{
	size_t longest = most < DR_COMPARED_LONGEST ? most : DR_COMPARED_LONGEST, n = 0;
	while (n < longest && (n < known || ((uintptr_t)(text + n) & 4095)) && text[n])
		n++;
	return n;
}

void dr_compared_texts(const char *a, const char *b, size_t same, size_t most, const void *site)
{
	if (!dr_fuzzed)
		return;
	size_t size_a = length_of((const volatile uint8_t *)a, same + 1, most),
	       size_b = length_of((const volatile uint8_t *)b, same + 1, most);
	record_both(a, size_a, b, size_b, site);
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

static size_t put(char *to, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		to[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
		to[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
	}
	return 2 * size;
}

void dr_comparisons_note(void)
{
	static char text[sizeof "compared:" + KEPT * (4 * DR_COMPARED_LONGEST + 2)];
	size_t at = sizeof "compared:" - 1;
	dr_raw_memcpy(text, "compared:", at);
	for (const struct comparison *c = comparison; c < comparison + KEPT; c++) {
		if (!c->used)
			continue;
		text[at++] = ' ';
		at += put(text + at, c->a, c->size_a);
		text[at++] = '-';
		at += put(text + at, c->b, c->size_b);
	}
	text[at] = 0;
	if (at > sizeof "compared:" - 1)
		dr_log_note(text);
}
