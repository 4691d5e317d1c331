/*
 * Calendar times (C11 7.27, POSIX.1-2017 gmtime_r): localtime, asctime, strftime and so on (interposed.h). Those that
 * return static objects race with each other, as POSIX says: gmtime and localtime write one, asctime and ctime another.
 */
#include "memory/plain.h"
#include "libc/environment.h"
#include "libc/results.h"

#include <time.h>

#define TEXT 26u /* what asctime_r writes, with the zero */

static struct tm broken_down_time;
static char time_text[TEXT];

typedef struct tm *breaks(const time_t *, struct tm *);

/* The result of localtime_r or gmtime_r in *to. */
static struct tm *broken_down(breaks *real, const time_t *moment, struct tm *to, const void *site)
{
	struct tm made = *to; /* for the bytes between the fields */
	dr_plain_range(moment, sizeof *moment, DR_READS, site);
	if (!real(moment, &made))
		return NULL;
	dr_writes(to, &made, sizeof made, site);
	return to;
}

#define BREAKS(name, environment) \
	WEAK struct tm *name##_r(const time_t *moment, struct tm *to); \
	struct tm *name##_r(const time_t *moment, struct tm *to) \
	{ \
		REAL(name##_r); \
		environment; \
		return broken_down(real, moment, to, DR_SITE); \
	} \
	WEAK struct tm *name(const time_t *moment); \
	struct tm *name(const time_t *moment) \
	{ \
		breaks *real_r; \
		environment; \
		REAL_R(name); \
		return broken_down(real_r, moment, &broken_down_time, DR_SITE); \
	}
#define REAL_R(name) \
	static breaks *found; \
	dr_real_one(&found, #name "_r"); \
	real_r = found
BREAKS(gmtime, NOTHING)
BREAKS(localtime, dr_environment_read(DR_SITE))

static char *text_of(const struct tm *tm, char *to, const void *site)
{
	static char *(*real)(const struct tm *, char *);
	dr_real_one(&real, "asctime_r");
	char made[4 * TEXT]; /* years of more digits are longer */
	dr_plain_range(tm, offsetof(struct tm, tm_yday), DR_READS, site);
	if (!real(tm, made))
		return NULL;
	dr_writes(to, made, dr_length(made, sizeof made) + 1, site);
	return to;
}

static char *text_of_moment(const time_t *moment, char *to, const void *site)
{
	static breaks *real;
	dr_real_one(&real, "localtime_r");
	struct tm tm;
	dr_environment_read(site);
	dr_plain_range(moment, sizeof *moment, DR_READS, site);
	return real(moment, &tm) ? text_of(&tm, to, site) : NULL;
}

WEAK char *asctime_r(const struct tm *tm, char *to);
char *asctime_r(const struct tm *tm, char *to)
{
	return text_of(tm, to, DR_SITE);
}
WEAK char *ctime_r(const time_t *moment, char *to);
char *ctime_r(const time_t *moment, char *to)
{
	return text_of_moment(moment, to, DR_SITE);
}

static int fits(long year)
{
	return year >= -999 - 1900 && year <= 9999 - 1900;
}

WEAK char *asctime(const struct tm *tm);
char *asctime(const struct tm *tm)
{
	REAL(asctime); /* a year of five digits, which asctime_r does not have room for */
	return fits(tm->tm_year) ? text_of(tm, time_text, DR_SITE) : real(tm);
}
WEAK char *ctime(const time_t *moment);
char *ctime(const time_t *moment)
{
	static breaks *real;
	dr_real_one(&real, "localtime_r");
	broken_down(real, moment, &broken_down_time, DR_SITE); /* ctime is asctime of localtime's (C11 7.27.3.2) */
	return text_of_moment(moment, time_text, DR_SITE);
}

/* They read the environment for the time zone, and correct what they read. */
#define TO_SECONDS(name, environment) CHANGES(time_t, name, struct tm, (struct tm * to), (made), environment, 1)
TO_SECONDS(mktime, dr_environment_read(DR_SITE))
TO_SECONDS(timelocal, dr_environment_read(DR_SITE))
TO_SECONDS(timegm, NOTHING)

/* What a text becomes that does not fit is not specified: its first character counts as written. */
#define FORMATS(name, letter, length_of) \
	WEAK size_t name(letter *to, size_t room, const letter *format, const struct tm *tm); \
	size_t name(letter *to, size_t room, const letter *format, const struct tm *tm) \
	{ \
		REAL(name); \
		dr_environment_read(DR_SITE); \
		dr_plain_range(format, (length_of(format, SIZE_MAX) + 1) * sizeof *format, DR_READS, DR_SITE); \
		dr_plain_range(tm, sizeof *tm, DR_READS, DR_SITE); \
		size_t size = room < SIZE_MAX / sizeof *to ? room * sizeof *to : SIZE_MAX; \
		letter *made = dr_scratch(&size); \
		if (room) \
			made[0] = to[0]; \
		size_t n = real(made, size / sizeof *to < room ? size / sizeof *to : room, format, tm); \
		if (room) \
			dr_writes(to, made, (n ? n + 1 : 1) * sizeof *to, DR_SITE); \
		dr_scratch_done(made, size); \
		return n; \
	}
FORMATS(strftime, char, dr_length)
FORMATS(wcsftime, wchar_t, dr_wide_length)

/* Fields that the format does not name keep their values. */
WEAK char *strptime(const char *text, const char *format, struct tm *to);
char *strptime(const char *text, const char *format, struct tm *to)
{
	REAL(strptime);
	union {
		struct tm tm;
		int part[sizeof(struct tm) / sizeof(int)];
	} before = {*to}, made = before;
	READS_TEXT(format);
	char *end = real(text, format, &made.tm);
	dr_plain_range(text, end ? (size_t)(end - text) + 1 : dr_length(text, SIZE_MAX) + 1, DR_READS, DR_SITE);
	for (size_t i = 0; i < sizeof made.part / sizeof *made.part; i++)
		if (made.part[i] != before.part[i])
			dr_writes((int *)(void *)to + i, &made.part[i], sizeof(int), DR_SITE);
	return end;
}
