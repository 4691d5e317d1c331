/*
 * What calls of libc do with symbolic bytes. A call has branches, one for each comparison of bytes that C says it makes
 * (C11 7.24), so that its result follows from the path. The model looks at the bytes after the call.
 */
#include "symbolic/models.h"
#include "symbolic/callee.h"
#include "symbolic/numbers.h"
#include "symbolic/symbolic.h"

DR_EXPORT uint64_t __drista_symbolic_model(uint32_t model, const void *callee, const char *names, const uint8_t *a,
	uint64_t b, uint64_t n, uint64_t result);

/* Is the byte equal to the other value, whose expression may be 0? The answer is a branch of the path. */
static int equals(const uint8_t *at, uint8_t other, uint64_t other_expression, const void *site)
{
	uint64_t e = dr_symbolic_load(at, 1);
	if (e | other_expression) {
		uint64_t left = e ? e : dr_expression_constant(8, *at);
		uint64_t right = other_expression ? other_expression : dr_expression_constant(8, other);
		dr_symbolic_branch(dr_expression(DR_SYMBOLIC_EQ, 1, left, right, *at == other), site);
	}
	return *at == other;
}

static uint64_t widened(const uint8_t *at)
{
	uint64_t e = dr_symbolic_load(at, 1);
	return e ? dr_expression(DR_SYMBOLIC_ZEXT, 32, e, 0, *at) : dr_expression_constant(32, *at);
}

/* The result of a comparison that the two bytes decide. glibc mostly returns their difference; C demands the sign. */
static uint64_t difference(const uint8_t *a, const uint8_t *b, uint64_t result, const void *site)
{
	if (!(dr_symbolic_load(a, 1) | dr_symbolic_load(b, 1)))
		return 0;
	uint64_t left = widened(a), right = widened(b);
	uint32_t value = (uint32_t)*a - *b;
	if ((uint32_t)result == value)
		return dr_expression(DR_SYMBOLIC_SUB, 32, left, right, value);
	dr_symbolic_branch(dr_expression(DR_SYMBOLIC_ULT, 1, left, right, *a < *b), site);
	return 0;
}

static uint64_t compare(const uint8_t *a, const uint8_t *b, uint64_t n, int texts, uint64_t result, const void *site)
{
	for (uint64_t i = 0; i < n; i++) {
		if (!equals(a + i, b[i], dr_symbolic_load(b + i, 1), site))
			return difference(a + i, b + i, result, site);
		if (texts && equals(a + i, 0, 0, site))
			return 0;
	}
	return 0;
}

uint64_t dr_symbolic_length(const uint8_t *a, uint64_t n, const void *site)
{
	uint64_t i = 0;
	while (i < n && !equals(a + i, 0, 0, site))
		i++;
	return i;
}

static void copy(const uint8_t *to, const uint8_t *from, uint64_t n, int part, const void *site)
{
	uint64_t size = dr_symbolic_length(from, n, site);
	if (size < n)
		size++; /* with the zero at the end */
	dr_symbolic_move(to, from, size);
	if (part)
		dr_symbolic_clear(to + size, n - size);
}

/* Each value of the characters that may be part of a number is a path (C11 7.22.1.3): decimal and hexadecimal digits,
 * "infinity" and "nan(...)". What follows the first other character makes no difference. */
static void pin_float(const uint8_t *text, const void *site)
{
	for (text = dr_symbolic_spaces(text, site);; text++) {
		int part = dr_symbolic_within(text, '0', 10, site) || dr_symbolic_within(text, 'a', 26, site) ||
			   dr_symbolic_within(text, 'A', 26, site) || dr_symbolic_within(text, '+', 4, site) ||
			   dr_symbolic_within(text, '_', 1, site) || dr_symbolic_within(text, '(', 2, site) ||
			   dr_symbolic_within(text, 128, 128, site); /* a decimal point of another locale */
		if (!part)
			return;
		dr_symbolic_pin_memory(text, 1, site);
	}
}

/* The result's expression; 0: it follows from the path. `names`: as in calls.c. */
uint64_t __drista_symbolic_model(uint32_t model, const void *callee, const char *names, const uint8_t *a, uint64_t b,
	uint64_t n, uint64_t result)
{
	const void *site = DR_SITE;
	if (dr_symbolic_takes(callee)) /* the program has a function of that name */
		return dr_symbolic_result(callee);
	if (!dr_self || !dr_symbolic_memory_used())
		return 0;
	if (!dr_callee_is_known(callee, names)) {
		dr_symbolic_unseen(names, site);
		return 0;
	}
	switch (model) {
	case DR_MODEL_COMPARE_BYTES:
	case DR_MODEL_COMPARE_TEXTS:
		return compare(a, (const uint8_t *)b, n, model == DR_MODEL_COMPARE_TEXTS, result, site);
	case DR_MODEL_LENGTH: dr_symbolic_length(a, n, site); break;
	case DR_MODEL_COPY_TEXT: copy(a, (const uint8_t *)b, UINT64_MAX, 0, site); break;
	case DR_MODEL_COPY_TEXT_PART: copy(a, (const uint8_t *)b, n, 1, site); break;
	case DR_MODEL_FLOAT:
		if (b)
			dr_symbolic_clear((const void *)b, sizeof(char *));
		pin_float(a, site);
		break;
	}
	return 0;
}
