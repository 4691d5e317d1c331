/*
 * strtok and strsep (C11 7.24.5.8, POSIX.1-2017 strtok_r, strsep(3)): they read and write the text and their position
 * in it (interposed.h).
 */
#include "memory/plain.h"
#include "memory/interposed.h"

WEAK char *strtok(char *text, const char *separators);
WEAK char *strtok_r(char *text, const char *separators, char **rest);
WEAK char *__strtok_r(char *text, const char *separators, char **rest);
WEAK char *strsep(char **rest, const char *separators);
WEAK char *__strsep(char **rest, const char *separators);

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
		dr_plain_range(rest, sizeof *rest, DR_READS, site);
		text = *rest;
	}
	dr_reads_text(separators, SIZE_MAX, site);
	char *begin = text; /* NULL where there was no text: the program crashes, as in glibc */
	while (*begin && among(*begin, separators))
		begin++;
	char *end = begin;
	while (*end && !among(*end, separators))
		end++;
	dr_plain_range(text, (size_t)(end - text) + 1, DR_READS, site); /* the characters that were read */
	char *after = end;
	if (*end) {
		dr_writes(end, "", 1, site);
		after = end + 1;
	}
	dr_writes(rest, &after, sizeof after, site);
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

static char *field(char **rest, const char *separators, const void *site)
{
	dr_plain_range(rest, sizeof *rest, DR_READS, site);
	char *begin = *rest, *end = begin, *after = NULL;
	if (!begin)
		return NULL;
	dr_reads_text(separators, SIZE_MAX, site);
	while (*end && !among(*end, separators))
		end++;
	dr_plain_range(begin, (size_t)(end - begin) + 1, DR_READS, site);
	if (*end) {
		dr_writes(end, "", 1, site);
		after = end + 1;
	}
	dr_writes(rest, &after, sizeof after, site);
	return begin;
}

char *strsep(char **rest, const char *separators)
{
	return field(rest, separators, DR_SITE);
}
char *__strsep(char **rest, const char *separators)
{
	return field(rest, separators, DR_SITE);
}
