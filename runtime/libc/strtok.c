/*
 * strtok keeps its position between calls: state that neither a store nor an event shows (internal.h, dr_changed).
 * Weak, since a program may define its own.
 */
#include "internal.h"

#define WEAK DR_EXPORT __attribute__((weak))

WEAK char *strtok(char *text, const char *separators);
WEAK char *strtok_r(char *text, const char *separators, char **rest);
WEAK char *__strtok_r(char *text, const char *separators, char **rest);

static int among(char c, const char *set)
{
	for (; *set; set++)
		if (*set == c)
			return 1;
	return 0;
}

static char *token(char *text, const char *separators, char **rest, const void *site)
{
	if (!text) {
		dr_plain_range(rest, sizeof *rest, 0, site);
		text = *rest;
	}
	char *begin = text;
	while (begin && *begin && among(*begin, separators))
		begin++;
	char *end = begin;
	while (end && *end && !among(*end, separators))
		end++;
	if (end) /* the characters that were read */
		dr_plain_range(text, (size_t)(end - text) + 1, 0, site);
	char *after = end;
	if (end && *end) {
		dr_plain_range(end, 1, 1, site);
		*end = 0;
		after = end + 1;
	}
	dr_plain_range(rest, sizeof *rest, 1, site);
	*rest = after;
	return begin == end ? NULL : begin;
}

static char *the_rest;

char *strtok(char *text, const char *separators)
{
	return token(text, separators, &the_rest, DR_SITE);
}
char *strtok_r(char *text, const char *separators, char **rest)
{
	return token(text, separators, rest, DR_SITE);
}
char *__strtok_r(char *text, const char *separators, char **rest)
{
	return token(text, separators, rest, DR_SITE);
}
