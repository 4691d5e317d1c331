/*
 * getopt and its relatives (POSIX.1-2017 getopt, glibc getopt_long). Of the arguments they read those that they go
 * past, and write those that they move to the end. What they keep between two calls is theirs: callers race for it.
 */
#include "memory/plain.h"
#include "effects/announce.h"
#include "thread-state/local-state.h"
#include "memory/interposed.h"

#include <getopt.h>

/* Arguments that may move. Of further ones no write is announced. */
#define COPIED 64

struct scan {
	int count, from; /* arguments, and the first that is looked at */
	char *const *arguments;
	const char *before[COPIED]; /* the first arguments */
	const void *site;
};

static struct scan begin(int count, char *const *arguments, const char *options, const void *site)
{
	struct scan s = {.count = count, .from = optind > 0 ? optind : 1, .arguments = arguments, .site = site};
	dr_changed();
	dr_local_unknown();
	dr_shared_before("getopt", site);
	dr_reads_text(options, SIZE_MAX, site);
	for (int i = 0; i < count && i < COPIED; i++)
		s.before[i] = arguments[i];
	return s;
}

/* Returns the result. */
static int end(struct scan *s, int result)
{
	int to = optind < s->count ? optind : s->count - 1;
	for (int i = s->from; i <= to; i++) {
		dr_plain_range(&s->arguments[i], sizeof *s->arguments, DR_READS, s->site);
		dr_reads_text(s->arguments[i], SIZE_MAX, s->site);
	}
	for (int i = 0; i < s->count && i < COPIED; i++)
		if (s->arguments[i] != s->before[i])
			dr_plain_range(&s->arguments[i], sizeof *s->arguments, DR_WRITES, s->site);
	dr_shared_after("getopt", s->site);
	return result;
}

WEAK int getopt(int count, char *const *arguments, const char *options);
int getopt(int count, char *const *arguments, const char *options)
{
	REAL(getopt);
	struct scan s = begin(count, arguments, options, DR_SITE);
	return end(&s, real(count, arguments, options));
}

static int scan_long(int (*real)(int, char *const *, const char *, const struct option *, int *), struct scan s,
	const char *options, const struct option *all, int *index)
{
	int found = -1, result = end(&s, real(s.count, s.arguments, options, all, &found));
	for (const struct option *o = all; o && o->name; o++) {
		dr_plain_range(o, sizeof *o, DR_READS, s.site);
		dr_reads_text(o->name, SIZE_MAX, s.site);
	}
	if (found < 0)
		return result;
	if (result == 0 && all[found].flag)
		dr_plain_range(all[found].flag, sizeof *all[found].flag, DR_WRITES, s.site);
	if (index)
		dr_writes(index, &found, sizeof found, s.site);
	return result;
}

#define LONG(name) \
	WEAK int name(int count, char *const *arguments, const char *options, const struct option *all, int *index); \
	int name(int count, char *const *arguments, const char *options, const struct option *all, int *index) \
	{ \
		REAL(name); \
		return scan_long(real, begin(count, arguments, options, DR_SITE), options, all, index); \
	}
LONG(getopt_long)
LONG(getopt_long_only)
