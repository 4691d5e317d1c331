/* What the formats of printf (C11 7.21.6.1) and scanf (7.21.6.2) have in common. */
#ifndef DRISTA_LIBC_FORMAT_H
#define DRISTA_LIBC_FORMAT_H

#include <stdarg.h>
#include <wchar.h>

/* As isdigit in the C locale. */
static inline int dr_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Bytes of an integer. `longs`: how many `l` the conversion has, or minus the number of its `h`. */
static inline unsigned dr_integer_size(int longs)
{
	return longs > 0 ? 8 : longs == 0 ? 4 : longs == -1 ? 2 : 1;
}

/* A letter for the conversion's type: `d` for all integers, `e` for all floating types, else the letter itself. */
static inline char dr_conversion_type(char letter)
{
	switch (letter) {
	case 'd':
	case 'i':
	case 'o':
	case 'u':
	case 'x':
	case 'X': return 'd';
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
	case 'a':
	case 'A': return 'e';
	default: return letter;
	}
}

#endif
