/* Decimal numbers in symbolic text, as scanf reads them (C11 7.21.6.2). */
#include "symbolic/numbers.h"
#include "symbolic/symbolic.h"

#define DIGITS 18u /* so many fit 64 bits; a longer number is pinned */

int dr_symbolic_within(const uint8_t *at, uint8_t from, uint8_t count, const void *site)
{
	uint8_t distance = (uint8_t)(*at - from);
	uint64_t e = dr_symbolic_load(at, 1);
	if (e) {
		uint64_t less = dr_expression(DR_SYMBOLIC_SUB, 8, e, dr_expression_constant(8, from), distance);
		uint64_t limit = dr_expression_constant(8, count);
		dr_symbolic_branch(dr_expression(DR_SYMBOLIC_ULT, 1, less, limit, distance < count), site);
	}
	return distance < count;
}

/* 10 * number + digit. `value`: the number, which has the expression, unless that is 0. */
static uint64_t append(uint64_t number, const uint8_t *digit, uint64_t *value)
{
	uint64_t e = dr_symbolic_load(digit, 1), old = *value, add = *digit - (uint64_t)'0';
	*value = 10 * old + add;
	if (!(number | e))
		return 0;
	number = number ? number : dr_expression_constant(64, old);
	number = dr_expression(DR_SYMBOLIC_MUL, 64, number, dr_expression_constant(64, 10), 10 * old);
	if (!e)
		return dr_expression(DR_SYMBOLIC_ADD, 64, number, dr_expression_constant(64, add), *value);
	e = dr_expression(DR_SYMBOLIC_ZEXT, 64, e, 0, *digit);
	e = dr_expression(DR_SYMBOLIC_SUB, 64, e, dr_expression_constant(64, '0'), add);
	return dr_expression(DR_SYMBOLIC_ADD, 64, number, e, *value);
}

struct dr_number dr_symbolic_digits(const uint8_t *text, size_t width, const void *site)
{
	struct dr_number n = {.end = text};
	int negative = width && dr_symbolic_within(text, '-', 1, site);
	if (width && (negative || dr_symbolic_within(text, '+', 1, site)))
		n.end++, width--;
	for (; width && dr_symbolic_within(n.end, '0', 10, site); n.end++, n.digits++, width--)
		if (n.digits < DIGITS)
			n.expression = append(n.expression, n.end, &n.value);
	if (n.digits > DIGITS) {
		dr_symbolic_pin_memory(text, (size_t)(n.end - text), site);
		n.expression = 0;
		n.is_long = 1;
	}
	if (n.expression && negative)
		n.expression =
			dr_expression(DR_SYMBOLIC_SUB, 64, dr_expression_constant(64, 0), n.expression, -n.value);
	n.value = negative ? -n.value : n.value;
	return n;
}

const uint8_t *dr_symbolic_spaces(const uint8_t *text, const void *site)
{
	while (dr_symbolic_within(text, ' ', 1, site) || dr_symbolic_within(text, '\t', '\r' - '\t' + 1, site))
		text++;
	return text;
}
