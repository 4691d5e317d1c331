/* Copies of texts: strcat, strdup and so on (C11 7.24.2, 7.24.3, POSIX.1-2017 strdup, stpncpy, memccpy). */
#include "followed.h"

#include <stdlib.h>
#include <string.h>

WEAK char *strncat(char *to, const char *from, size_t most)
{
	char *end = to + strlen(to);
	for (; most && *from; most--)
		*end++ = *from++;
	*end = 0;
	return to;
}
WEAK char *strcat(char *to, const char *from)
{
	return strncat(to, from, (size_t)-1);
}

WEAK char *strndup(const char *text, size_t most)
{
	size_t length = strnlen(text, most);
	char *copy = malloc(length + 1);
	if (!copy)
		return NULL;
	memcpy(copy, text, length);
	copy[length] = 0;
	return copy;
}
WEAK char *strdup(const char *text)
{
	return strndup(text, (size_t)-1);
}
char *__strdup(const char *text) ALIAS(strdup);
char *__strndup(const char *text, size_t most) ALIAS(strndup);

WEAK char *stpncpy(char *to, const char *from, size_t most)
{
	size_t length = strnlen(from, most);
	memcpy(to, from, length);
	memset(to + length, 0, most - length);
	return to + length;
}
char *__stpncpy(char *to, const char *from, size_t most) ALIAS(stpncpy);

WEAK void *mempcpy(void *to, const void *from, size_t size)
{
	return (char *)memcpy(to, from, size) + size;
}
void *__mempcpy(void *to, const void *from, size_t size) ALIAS(mempcpy);

WEAK void *memccpy(void *to, const void *from, int last, size_t most)
{
	char *at = to;
	for (const char *read = from; most; most--)
		if ((*at++ = *read++) == (char)last)
			return at;
	return NULL;
}
