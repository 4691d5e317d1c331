/* Integers in text: strtol, atoi and so on (C11 7.22.1; C23 also has the prefix 0b, in functions of other names). */
#include "followed.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

typedef unsigned long long number;

/* The largest numbers without and with a minus sign. */
struct limits {
	number positive, negative;
};
static const struct limits of_signed = {LLONG_MAX, (number)LLONG_MAX + 1}, of_unsigned = {ULLONG_MAX, ULLONG_MAX};

/* The value of the digit, or a large number. Letters count from 10 on. */
static unsigned digit(char c, int base)
{
	if (base <= 10)
		return (unsigned)c - '0';
	unsigned letter = (unsigned)(c | 32) - 'a', decimal = (unsigned)c - '0';
	unsigned letters = -(unsigned)(letter < 26), decimals = -(unsigned)(decimal < 10);
	return (letters & (letter + 10)) | (decimals & decimal) | (~(letters | decimals) & 36);
}

/* The number of the digits at the beginning of the text; *end: behind them. Where it is larger than the limit: the
 * limit, whose bits are the result of the call. */
static number digits(const char *text, const char **end, int base, int negative, number limit)
{
	number value = 0;
	unsigned next;
	unsigned fits = base <= 10 ? 18 : 12; /* so many digits are always below 2^63 */
	int is_large = 0;
	for (; (next = digit(*text, base)) < (unsigned)base; text++) {
		if (fits)
			fits--;
		else if (is_large || value > limit / base || value * base > limit - next) {
			is_large = 1;
			continue;
		}
		value = value * base + next;
	}
	*end = text;
	if (!is_large)
		return negative ? -value : value;
	errno = ERANGE;
	return limit;
}

/* A prefix that no digit follows is none. */
static int has_prefix(const char *text, char letter, int base)
{
	return *text == '0' && (text[1] | 32) == letter && digit(text[2], base) < (unsigned)base;
}

static number convert(const char *text, char **end, int base, struct limits limits, int has_binary)
{
	const char *at = text, *stop;
	if (base < 0 || base == 1 || base > 36) {
		errno = EINVAL;
		return 0;
	}
	while ((*at == ' ') | WITHIN(*at, '\t', '\r'))
		at++;
	int negative = *at == '-';
	if (negative || *at == '+')
		at++;
	if ((base == 0 || base == 16) && has_prefix(at, 'x', 16))
		base = 16, at += 2;
	else if (has_binary && (base == 0 || base == 2) && has_prefix(at, 'b', 2))
		base = 2, at += 2;
	else if (base == 0)
		base = *at == '0' ? 8 : 10;
	number value = digits(at, &stop, base, negative, negative ? limits.negative : limits.positive);
	if (end)
		*end = (char *)(stop == at ? text : stop);
	return value;
}

#define CONVERSION(type, name, limits) \
	WEAK type name(const char *text, char **end, int base) \
	{ \
		return (type)convert(text, end, base, limits, 0); \
	} \
	WEAK type __isoc23_##name(const char *text, char **end, int base); \
	type __isoc23_##name(const char *text, char **end, int base) \
	{ \
		return (type)convert(text, end, base, limits, 1); \
	}
CONVERSION(long, strtol, of_signed)
CONVERSION(long long, strtoll, of_signed)
CONVERSION(intmax_t, strtoimax, of_signed)
CONVERSION(unsigned long, strtoul, of_unsigned)
CONVERSION(unsigned long long, strtoull, of_unsigned)
CONVERSION(uintmax_t, strtoumax, of_unsigned)

WEAK long atol(const char *text)
{
	return (long)convert(text, NULL, 10, of_signed, 0);
}
WEAK int atoi(const char *text)
{
	return (int)atol(text);
}
WEAK long long atoll(const char *text)
{
	return atol(text);
}
