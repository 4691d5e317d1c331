/*
 * Classes of characters (C11 7.4, POSIX.1-2017 isascii and toascii). libc looks them up in tables. Here they are
 * expressions of the character, with the values that the tables have. They hold for EOF too.
 */
#define __NO_CTYPE /* functions, no macros */
#include "followed.h"

#include <ctype.h>

#define ALPHA(c) WITHIN((c) | 32, 'a', 'z')
#define CLASS(name, condition, bit) \
	WEAK int name(int c) \
	{ \
		return -(condition)&bit; \
	}
CLASS(isalnum, ALPHA(c) | WITHIN(c, '0', '9'), _ISalnum)
CLASS(isalpha, ALPHA(c), _ISalpha)
CLASS(isblank, (c == ' ') | (c == '\t'), _ISblank)
CLASS(iscntrl, WITHIN(c, 0, 31) | (c == 127), _IScntrl)
CLASS(isdigit, WITHIN(c, '0', '9'), _ISdigit)
CLASS(isgraph, WITHIN(c, 33, 126), _ISgraph)
CLASS(islower, WITHIN(c, 'a', 'z'), _ISlower)
CLASS(isprint, WITHIN(c, 32, 126), _ISprint)
CLASS(ispunct, WITHIN(c, 33, 126) & !(ALPHA(c) | WITHIN(c, '0', '9')), _ISpunct)
CLASS(isspace, (c == ' ') | WITHIN(c, '\t', '\r'), _ISspace)
CLASS(isupper, WITHIN(c, 'A', 'Z'), _ISupper)
CLASS(isxdigit, WITHIN(c, '0', '9') | WITHIN((c) | 32, 'a', 'f'), _ISxdigit)
CLASS(isascii, WITHIN(c, 0, 127), 1)

WEAK int toascii(int c)
{
	return c & 0x7f;
}

/* A negative character becomes a positive one: glibc's tables have the same for both. */
#define POSITIVE(c) ((c) + (WITHIN(c, -128, -2) << 8))

WEAK int tolower(int c)
{
	return LOWER(POSITIVE(c));
}
WEAK int toupper(int c)
{
	return POSITIVE(c) - (WITHIN(c, 'a', 'z') << 5);
}

int _tolower(int c) ALIAS(tolower);
int _toupper(int c) ALIAS(toupper);
