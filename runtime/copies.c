/*
 * strcpy and its like write memory as the program's own code does: so spinning, races and the heap see it. Weak, as in strtok.c.
 */
#include "plain.h"

#define WEAK DR_EXPORT __attribute__((weak))

WEAK char *strcpy(char *to, const char *from);
WEAK char *stpcpy(char *to, const char *from);
WEAK char *strcat(char *to, const char *from);
WEAK char *strncpy(char *to, const char *from, size_t most);
WEAK char *strncat(char *to, const char *from, size_t most);

static size_t length(const char *text, size_t most)
{
	size_t n = 0;
	while (n < most && ((const volatile char *)text)[n])
		n++;
	return n;
}

/* The end of the text, which is looked for. */
static char *end_of(char *text, const void *site)
{
	size_t n = length(text, SIZE_MAX);
	dr_plain_range(text, n + 1, 0, site);
	return text + n;
}

/* Copies at most so many characters; returns where they end. `zero`: and the zero after them. */
static char *put(char *to, const char *from, size_t most, int zero, const void *site)
{
	size_t n = length(from, most);
	dr_plain_range(from, n < most ? n + 1 : n, 0, site);
	dr_plain_range(to, n + (zero != 0), 1, site);
	dr_raw_memcpy(to, from, n);
	if (zero)
		to[n] = 0;
	return to + n;
}

char *stpcpy(char *to, const char *from) { return put(to, from, SIZE_MAX, 1, DR_SITE); }

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
