/* Decimal numbers in symbolic text, as atoi and strtol read them (C11 7.22.1.4). */
#include "symbolic/models.h"
#include "symbolic/symbolic.h"

#include <limits.h>

#define DIGITS 18u /* so many fit 64 bits; a longer number is pinned */

/* Is the byte, less `from`, below `count`? The answer is a branch of the path. */
static int within(const uint8_t *at, uint8_t from, uint8_t count, const void *site)
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

uint64_t dr_symbolic_number(const uint8_t *text, unsigned bits, uint64_t result, const void *site)
{
	const uint8_t *at = text;
	while (within(at, ' ', 1, site) || within(at, '\t', '\r' - '\t' + 1, site))
		at++;
	int negative = within(at, '-', 1, site);
	if (negative || within(at, '+', 1, site))
		at++;
	uint64_t number = 0, value = 0;
	for (unsigned n = 0; within(at, '0', 10, site); n++, at++) {
		if (n == DIGITS) {
			while (within(at, '0', 10, site))
				at++;
			dr_symbolic_pin_memory(text, (size_t)(at - text), site);
			return 0;
		}
		number = append(number, at, &value);
	}
	if (number && negative)
		number = dr_expression(DR_SYMBOLIC_SUB, 64, dr_expression_constant(64, 0), number, -value);
	uint64_t mask = bits == 64 ? ~0ul : (1ul << bits) - 1;
	if (((negative ? -value : value) ^ result) & mask) /* the locale has another way to write numbers */
		dr_symbolic_unseen("a conversion of text to a number", site);
	return number && bits < 64 ? dr_expression(DR_SYMBOLIC_TRUNC, bits, number, 0, result & mask) : number;
}
