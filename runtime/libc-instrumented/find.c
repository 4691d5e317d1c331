/*
 * Characters and texts in others, and comparisons without case (C11 7.24.5, POSIX.1-2017 strcasecmp, memmem(3)). What
 * is searched for may be an input as well.
 */
#include "followed.h"

#include <string.h>
#include <strings.h>

typedef unsigned char byte;

/* Are the bytes the same? All of them are compared, so that the answer is one condition. */
static int same(const byte *a, const byte *b, size_t size, int fold)
{
	int equal = 1;
	for (size_t i = 0; i < size; i++)
		equal &= fold ? LOWER(a[i]) == LOWER(b[i]) : a[i] == b[i];
	return equal;
}

static void *find(const void *there, size_t size, const void *wanted, size_t length, int fold)
{
	for (const byte *at = there; length <= size; at++, size--)
		if (same(at, wanted, length, fold))
			return (void *)at;
	return NULL;
}

WEAK char *strstr(const char *text, const char *wanted)
{
	return find(text, strlen(text), wanted, strlen(wanted), 0);
}
WEAK char *strcasestr(const char *text, const char *wanted)
{
	return find(text, strlen(text), wanted, strlen(wanted), 1);
}
WEAK void *memmem(const void *there, size_t size, const void *wanted, size_t length)
{
	return find(there, size, wanted, length, 0);
}

WEAK int strncasecmp(const char *left, const char *right, size_t most)
{
	const byte *a = (const byte *)left, *b = (const byte *)right;
	for (; most; a++, b++, most--) {
		int first = LOWER(*a), second = LOWER(*b);
		if (first != second)
			return first - second;
		if (!first)
			break;
	}
	return 0;
}
WEAK int strcasecmp(const char *left, const char *right)
{
	return strncasecmp(left, right, (size_t)-1);
}

WEAK void *memchr(const void *from, int c, size_t size)
{
	const byte *at = from;
	for (; size; at++, size--)
		if (*at == (byte)c)
			return (void *)at;
	return NULL;
}
WEAK void *memrchr(const void *from, int c, size_t size)
{
	const byte *all = from;
	while (size--)
		if (all[size] == (byte)c)
			return (void *)(all + size);
	return NULL;
}
WEAK void *rawmemchr(const void *from, int c)
{
	return memchr(from, c, (size_t)-1);
}

WEAK char *strchr(const char *text, int c)
{
	for (; *text != (char)c; text++)
		if (!*text)
			return NULL;
	return (char *)text;
}
WEAK char *strchrnul(const char *text, int c)
{
	while (*text && *text != (char)c)
		text++;
	return (char *)text;
}
WEAK char *strrchr(const char *text, int c)
{
	return memrchr(text, c, strlen(text) + 1);
}
char *index(const char *text, int c) ALIAS(strchr);
char *rindex(const char *text, int c) ALIAS(strrchr);
