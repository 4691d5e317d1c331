/*
 * Options of the command line: getopt (POSIX.1-2017) and getopt_long, getopt_long_only (getopt(3)). As in glibc,
 * arguments that are no options are moved behind those that are, unless the options begin with + or -, or
 * POSIXLY_CORRECT is set.
 */
#include "followed.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

WEAK char *optarg;
WEAK int optind = 1, opterr = 1, optopt = '?';

/* What becomes of arguments that are no options. */
enum ordering { MOVED, LAST, RETURNED };

static struct {
	int begun;
	enum ordering ordering;
	char *next; /* the rest of an argument that has several options of one letter */
	int skipped, skipped_end; /* arguments that are no options, which are to be moved behind what comes next */
} state;

/* What a call was given. */
struct call {
	int count;
	char **arguments;
	const char *letters; /* behind + or - */
	const struct option *names; /* NULL: only letters */
	int *index;
	int only; /* may names follow one minus sign? */
	int silent;
};

/* Writes the texts to standard error as one, behind the program's name. */
static void complain(const struct call *c, const char *a, const char *b, const char *d, const char *e)
{
	const char *part[] = {c->arguments[0], a, b, d, e};
	size_t size = 0;
	if (c->silent)
		return;
	for (int i = 0; i < 5; i++)
		size += strlen(part[i]);
	char text[size + 1], *to = text;
	for (int i = 0; i < 5; i++)
		to = stpcpy(to, part[i]);
	fwrite(text, 1, size, stderr);
}

static int is_option(const char *argument)
{
	return argument[0] == '-' && argument[1];
}

static void reverse(char **from, char **to)
{
	while (from < --to) {
		char *other = *from;
		*from++ = *to;
		*to = other;
	}
}

/* Moves the skipped arguments behind the options that follow them, up to optind. */
static void move(char **arguments)
{
	int options = optind - state.skipped_end;
	if (state.skipped != state.skipped_end && options) {
		reverse(arguments + state.skipped, arguments + state.skipped_end);
		reverse(arguments + state.skipped_end, arguments + optind);
		reverse(arguments + state.skipped, arguments + optind);
	}
	state.skipped += options;
	state.skipped_end = optind;
}

static const char *begin(const char *letters, int posix)
{
	int ordered = *letters == '+' || *letters == '-';
	if (!optind || !state.begun) {
		optind = optind ? optind : 1;
		state.begun = 1;
		state.next = NULL;
		state.skipped = state.skipped_end = optind;
		state.ordering = *letters == '-'                                                 ? RETURNED
				 : *letters == '+' || posix || getenv("POSIXLY_CORRECT") != NULL ? LAST
												 : MOVED;
	}
	return letters + ordered;
}

static int needs(const struct call *c, int letter)
{
	optopt = letter;
	return *c->letters == ':' ? ':' : '?';
}

/* May two options whose names begin in the same way be meant? */
static int differ(const struct call *c, const struct option *a, const struct option *b)
{
	return a != b && (c->only || a->has_arg != b->has_arg || a->flag != b->flag || a->val != b->val);
}

/* The option of that name, or the only one whose name begins so; NULL: there is none. *several: more than one does. */
static const struct option *named(const struct call *c, const char *name, size_t length, int *several)
{
	const struct option *found = NULL;
	for (const struct option *o = c->names; o->name; o++)
		if (!strncmp(o->name, name, length) && strlen(o->name) == length)
			return o;
	for (const struct option *o = c->names; o->name; o++) {
		if (strncmp(o->name, name, length))
			continue;
		found = found ? found : o;
		*several |= differ(c, found, o);
	}
	return found;
}

static void complain_of_several(
	const struct call *c, const char *prefix, const char *name, size_t length, const struct option *first)
{
	struct call next = *c;
	complain(c, ": option '", prefix, name, "' is ambiguous; possibilities:");
	next.arguments = (char *[]){""};
	for (const struct option *o = c->names; o->name; o++)
		if (!strncmp(o->name, name, length) && (o == first || differ(c, first, o)))
			complain(&next, " '", prefix, o->name, "'");
	complain(&next, "\n", "", "", "");
}

/* An option that state.next names. -1: it is letters. */
static int take_name(const struct call *c, const char *prefix)
{
	char *name = state.next;
	size_t length = strcspn(name, "=");
	int several = 0;
	const struct option *o = named(c, name, length, &several);
	if (!o && c->only && c->arguments[optind][1] != '-' && strchr(c->letters, *name))
		return -1;
	state.next = NULL;
	optind++;
	if (several || !o) {
		optopt = 0;
		if (several)
			complain_of_several(c, prefix, name, length, o);
		else
			complain(c, ": unrecognized option '", prefix, name, "'\n");
		return '?';
	}
	if (name[length]) {
		if (!o->has_arg) {
			optopt = o->val;
			complain(c, ": option '", prefix, o->name, "' doesn't allow an argument\n");
			return '?';
		}
		optarg = name + length + 1;
	} else if (o->has_arg == required_argument) {
		if (optind >= c->count) {
			complain(c, ": option '", prefix, o->name, "' requires an argument\n");
			return needs(c, o->val);
		}
		optarg = c->arguments[optind++];
	}
	if (c->index)
		*c->index = (int)(o - c->names);
	if (!o->flag)
		return o->val;
	*o->flag = o->val;
	return 0;
}

/* The option whose letter is *state.next. */
static int take_letter(const struct call *c)
{
	char letter = *state.next++, text[] = {letter, 0};
	const char *known = strchr(c->letters, letter);
	char *rest = *state.next ? state.next : NULL;
	if (!rest)
		optind++;
	if (!known || letter == ':' || letter == ';') {
		optopt = letter;
		complain(c, ": invalid option -- '", text, "'\n", "");
		return '?';
	}
	int by_name = known[0] == 'W' && known[1] == ';' && c->names;
	if (!by_name && known[1] != ':')
		return letter;
	if (!by_name && known[2] == ':') {
		optind += rest != NULL;
		optarg = rest;
		state.next = NULL;
		return letter;
	}
	if (!rest && optind == c->count) {
		complain(c, ": option requires an argument -- '", text, "'\n", "");
		state.next = NULL;
		return needs(c, letter);
	}
	if (by_name) {
		struct call names = *c;
		names.only = 0;
		state.next = rest ? rest : c->arguments[optind];
		return take_name(&names, "-W ");
	}
	optarg = rest ? rest : c->arguments[optind];
	optind++;
	state.next = NULL;
	return letter;
}

/* Goes to the next argument that is an option. 0: state.next has it; otherwise the result of the call. */
static int advance(const struct call *c)
{
	if (state.skipped_end > optind)
		state.skipped_end = optind;
	if (state.skipped > optind)
		state.skipped = optind;
	if (state.ordering == MOVED) {
		move(c->arguments);
		while (optind < c->count && !is_option(c->arguments[optind]))
			optind++;
		state.skipped_end = optind;
	}
	if (optind != c->count && !strcmp(c->arguments[optind], "--")) {
		optind++;
		move(c->arguments);
		state.skipped_end = optind = c->count;
	}
	if (optind == c->count) {
		if (state.skipped != state.skipped_end)
			optind = state.skipped;
		return -1;
	}
	if (is_option(c->arguments[optind]))
		return 0;
	if (state.ordering == LAST)
		return -1;
	optarg = c->arguments[optind++];
	return 1;
}

static int next_option(struct call c, int posix)
{
	if (c.count < 1)
		return -1;
	optarg = NULL;
	c.letters = begin(c.letters, posix);
	c.silent = !opterr || *c.letters == ':';
	if (state.next && *state.next)
		return take_letter(&c);
	int result = advance(&c);
	if (result)
		return result;
	char *argument = c.arguments[optind];
	if (c.names && argument[1] == '-') {
		state.next = argument + 2;
		return take_name(&c, "--");
	}
	state.next = argument + 1;
	if (c.names && c.only && (argument[2] || !strchr(c.letters, argument[1])) &&
		(result = take_name(&c, "-")) != -1)
		return result;
	return take_letter(&c);
}

WEAK int getopt(int count, char *const *arguments, const char *letters)
{
	return next_option((struct call){.count = count, .arguments = (char **)arguments, .letters = letters}, 0);
}

WEAK int __posix_getopt(int count, char *const *arguments, const char *letters);
int __posix_getopt(int count, char *const *arguments, const char *letters)
{
	return next_option((struct call){.count = count, .arguments = (char **)arguments, .letters = letters}, 1);
}

WEAK int getopt_long(int count, char *const *arguments, const char *letters, const struct option *names, int *index)
{
	return next_option((struct call){count, (char **)arguments, letters, names, index, 0, 0}, 0);
}

WEAK int getopt_long_only(
	int count, char *const *arguments, const char *letters, const struct option *names, int *index)
{
	return next_option((struct call){count, (char **)arguments, letters, names, index, 1, 0}, 0);
}
