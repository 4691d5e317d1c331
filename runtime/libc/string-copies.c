/*
 * Functions that copy strings: strcpy, strcat and so on (C11 7.24.2, 7.24.3). Their accesses are announced as if the
 * program's own code made them (libc.h).
 */
#include "libc/libc.h"

WEAK char *strcpy(char *to, const char *from);
WEAK char *stpcpy(char *to, const char *from);
WEAK char *strcat(char *to, const char *from);
WEAK char *strncpy(char *to, const char *from, size_t most);
WEAK char *strncat(char *to, const char *from, size_t most);

/* The end of the text; announces the read. */
static char *end_of(char *text, const void *site)
{
	size_t n = dr_length(text, SIZE_MAX);
	dr_plain_range(text, n + 1, 0, site);
	return text + n;
}

/* Copies at most `most` characters, and the terminating zero if `zero`. Returns the end of the copy. */
static char *put(char *to, const char *from, size_t most, int zero, const void *site)
{
	size_t n = dr_length(from, most);
	dr_plain_range(from, n < most ? n + 1 : n, 0, site);
	dr_plain_range(to, n + (zero != 0), 1, site);
	dr_raw_memcpy(to, from, n);
	if (zero)
		to[n] = 0;
	return to + n;
}

char *stpcpy(char *to, const char *from)
{
	return put(to, from, SIZE_MAX, 1, DR_SITE);
}

char *strcpy(char *to, const char *from)
{
	put(to, from, SIZE_MAX, 1, DR_SITE);
	return to;
}

char *strcat(char *to, const char *from)
{
	put(end_of(to, DR_SITE), from, SIZE_MAX, 1, DR_SITE);
	return to;
}

char *strncat(char *to, const char *from, size_t most)
{
	put(end_of(to, DR_SITE), from, most, 1, DR_SITE);
	return to;
}

char *strncpy(char *to, const char *from, size_t most)
{
	char *end = put(to, from, most, 0, DR_SITE);
	size_t left = most - (size_t)(end - to);
	dr_plain_range(end, left, 1, DR_SITE);
	dr_raw_memset(end, 0, left);
	return to;
}

/* The names that _FORTIFY_SOURCE uses. */
_Noreturn void __chk_fail(void); /* libc's */
#define CHECKED(name, more, given, needed) \
	WEAK char *__##name##_chk(char *to, const char *from DR_ALL more, size_t room); \
	char *__##name##_chk(char *to, const char *from DR_ALL more, size_t room) \
	{ \
		if ((needed) > room) \
			__chk_fail(); \
		return name(to, from DR_ALL given); \
	}
#define DR_ALL(...) __VA_ARGS__

CHECKED(strcpy, (), (), dr_length(from, SIZE_MAX) + 1)
CHECKED(stpcpy, (), (), dr_length(from, SIZE_MAX) + 1)
CHECKED(strcat, (), (), dr_length(to, SIZE_MAX) + dr_length(from, SIZE_MAX) + 1)
CHECKED(strncpy, (, size_t most), (, most), most)
CHECKED(strncat, (, size_t most), (, most), dr_length(to, SIZE_MAX) + dr_length(from, most) + 1)
