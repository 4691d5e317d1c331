/* Other functions on texts of the program (POSIX.1-2017 dirname, getsubopt, a64l, iconv; gcvt(3), ecvt_r(3);
 * interposed.h).
 */
#include "memory/plain.h"
#include "libc/results.h"

#include <iconv.h>
#include <stdlib.h>

/* dirname and basename of <libgen.h> may change the path: they end it before slashes. */
#define OF_PATH(name) \
	DR_WRAPPER(char *, name, (char *path)) \
	{ \
		DR_REAL(char *, name, (char *path)); \
		if (!path) \
			return real(path); \
		READS_TEXT(path); \
		size_t size = dr_length(path, SIZE_MAX) + 1, room = size; \
		char *copy = dr_scratch(&room); \
		dr_raw_memcpy(copy, path, size); \
		char *part = real(copy); \
		for (size_t i = 0; i < size; i++) \
			if (copy[i] != path[i]) \
				dr_writes(path + i, copy + i, 1, DR_SITE); \
		int inside = part >= copy && part < copy + size; \
		dr_scratch_done(copy, room); \
		return inside ? path + (part - copy) : part; \
	}
OF_PATH(dirname)
OF_PATH(__xpg_basename)

WEAK int getsubopt(char **rest, char *const *tokens, char **value);
int getsubopt(char **rest, char *const *tokens, char **value)
{
	REAL(getsubopt);
	READS(rest);
	char *at = *rest, *found;
	size_t size = 0;
	while (at[size] && at[size] != ',')
		size++;
	dr_plain_range(at, size + 1, DR_READS, DR_SITE);
	for (char *const *token = tokens;; token++) {
		READS(token);
		if (!*token)
			break;
		READS_TEXT(*token);
	}
	char *copy = NULL, *next = NULL;
	size_t room = size + 1;
	copy = dr_scratch(&room);
	dr_raw_memcpy(copy, at, size);
	copy[size] = 0;
	next = copy;
	int index = real(&next, tokens, &found);
	char *given = found ? at + (found - copy) : NULL, *after = at + size + (at[size] == ',');
	dr_scratch_done(copy, room);
	if (at[size])
		dr_writes(at + size, "", 1, DR_SITE);
	dr_writes(rest, &after, sizeof after, DR_SITE);
	dr_writes(value, &given, sizeof given, DR_SITE);
	return index;
}

WEAK long a64l(const char *text);
long a64l(const char *text)
{
	REAL(a64l);
	dr_reads_text(text, 6, DR_SITE);
	return real(text);
}

WEAK char *l64a(long value);
char *l64a(long value)
{
	static char l64a_text[7]; /* calls without order race */
	REAL(l64a);
	const char *made = real(value);
	dr_writes(l64a_text, made, dr_length(made, 6) + 1, DR_SITE);
	return l64a_text;
}

WEAK char *gcvt(double value, int digits, char *to);
char *gcvt(double value, int digits, char *to)
{
	REAL(gcvt);
	char made[64];
	real(value, digits, made);
	dr_writes(to, made, dr_length(made, sizeof made) + 1, DR_SITE);
	return to;
}

#define CONVERTS_FLOAT(name) \
	WEAK int name(double value, int digits, int *point, int *sign, char *to, size_t room); \
	int name(double value, int digits, int *point, int *sign, char *to, size_t room) \
	{ \
		REAL(name); \
		char made[512]; \
		int point_made, sign_made; \
		int r = real(value, digits, &point_made, &sign_made, made, room < sizeof made ? room : sizeof made); \
		if (r == 0) { \
			dr_writes(point, &point_made, sizeof point_made, DR_SITE); \
			dr_writes(sign, &sign_made, sizeof sign_made, DR_SITE); \
			dr_writes(to, made, dr_length(made, sizeof made) + 1, DR_SITE); \
		} \
		return r; \
	}
CONVERTS_FLOAT(ecvt_r)
CONVERTS_FLOAT(fcvt_r)

/* The state of the conversion is libc's. */
WEAK size_t iconv(iconv_t how, char **from, size_t *left, char **to, size_t *room);
size_t iconv(iconv_t how, char **from, size_t *left, char **to, size_t *room)
{
	REAL(iconv);
	if (!from || !*from || !to || !*to)
		return real(how, from, left, to, room);
	READS(from);
	READS(left);
	READS(to);
	READS(room);
	size_t size = *room, there = *left;
	dr_plain_range(*from, there, DR_READS, DR_SITE);
	char *made = dr_scratch(&size), *end = made, *at = *from;
	size_t most = *room < size ? *room : size, free = most;
	size_t r = real(how, &at, &there, &end, &free);
	size_t written = most - free, after = *room - written;
	char *target = *to, *behind = target + written;
	dr_writes(target, made, written, DR_SITE);
	dr_scratch_done(made, size);
	dr_writes(from, &at, sizeof at, DR_SITE);
	dr_writes(left, &there, sizeof there, DR_SITE);
	dr_writes(to, &behind, sizeof behind, DR_SITE);
	dr_writes(room, &after, sizeof after, DR_SITE);
	return r;
}
