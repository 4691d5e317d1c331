/* Characters of a set in texts: strspn, strtok and so on (C11 7.24.5, POSIX.1-2017 strtok_r, strsep(3)). */
#include "followed.h"

#include <string.h>

static int among(char c, const char *set)
{
	int found = 0;
	for (; *set; set++)
		found |= *set == c;
	return found;
}

/* The number of characters at the beginning that are in the set, or are not. */
static size_t span(const char *text, const char *set, int in)
{
	size_t n = 0;
	while (text[n] && among(text[n], set) == in)
		n++;
	return n;
}

WEAK size_t strspn(const char *text, const char *set)
{
	return span(text, set, 1);
}
WEAK size_t strcspn(const char *text, const char *set)
{
	return span(text, set, 0);
}
WEAK char *strpbrk(const char *text, const char *set)
{
	text += span(text, set, 0);
	return *text ? (char *)text : NULL;
}

WEAK char *strtok_r(char *text, const char *separators, char **rest)
{
	if (!text)
		text = *rest; // NULL where there was no text: the program crashes, as in glibc
	char *begin = text + span(text, separators, 1), *end = begin + span(begin, separators, 0);
	*rest = end;
	if (begin == end)
		return NULL;
	if (*end) {
		*end = 0;
		*rest = end + 1;
	}
	return begin;
}
char *__strtok_r(char *text, const char *separators, char **rest) ALIAS(strtok_r);

WEAK char *strtok(char *text, const char *separators)
{
	static char *rest;
	return strtok_r(text, separators, &rest);
}

WEAK char *strsep(char **rest, const char *separators)
{
	char *begin = *rest;
	if (!begin)
		return NULL;
	char *end = begin + span(begin, separators, 0);
	*rest = NULL;
	if (*end) {
		*end = 0;
		*rest = end + 1;
	}
	return begin;
}
char *__strsep(char **rest, const char *separators) ALIAS(strsep);
