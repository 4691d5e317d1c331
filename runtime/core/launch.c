/* Reads drista's own variables, and takes them out of the environment (launch.h). */
#include "core/launch.h"
#include "core/internal.h"

#define OWN "DRISTA_"
#define HIDDEN OWN "HIDDEN=" /* followed by a variable of the program's that the loader's variable has replaced */

struct dr_launch dr_launch = {.socket = -1, .schedule = -1};

/* setenv may change the array. */
static char *at_first[4096];
char **dr_launch_environment = at_first;

/* The part of the text after `prefix`; NULL if the text does not begin with that. */
static const char *after(const char *prefix, const char *text)
{
	for (; *prefix; prefix++, text++)
		if (*prefix != *text)
			return NULL;
	return text;
}

static void keep(const char *text)
{
	/* The version, which src/compiler/entry.ts reads from the file. --gc-sections must not remove it.
	 * */
	static const char descriptor[] __attribute__((used, retain)) =
		OWN "FD\0drista protocol " DR_TEXT(DR_VERSION) ".";
	static const struct {
		const char *name, **to;
	} variables[] = {
		{OWN "SEES=", &dr_launch.sees},
		{OWN "SNAPSHOTS=", &dr_launch.snapshots},
		{OWN "NONDET=", &dr_launch.nondet},
		{OWN "FAULTS=", &dr_launch.faults},
		{OWN "CRASH=", &dr_launch.crash},
		{OWN "CRASH_FROM=", &dr_launch.crash_from},
		{OWN "AFTER_CRASH=", &dr_launch.after_crash},
		{OWN "CLIENT=", &dr_launch.client},
		{OWN "INPUTS=", &dr_launch.inputs},
		{OWN "MEMORY=", &dr_launch.memory},
		{OWN "OMIT_STATE=", &dr_launch.omitted},
	};
	const char *value = after(descriptor, text);
	if (value && *value == '=') {
		dr_launch.socket = (int)dr_decimal(value + 1);
		for (const char *end = value + 1; *end; end++)
			dr_launch.debugged = *end == 'd';
	}
	if ((value = after(OWN "SCHEDULE=", text)))
		dr_launch.schedule = (int)dr_decimal(value);
	for (unsigned i = 0; i < sizeof variables / sizeof *variables; i++)
		if ((value = after(variables[i].name, text)))
			*variables[i].to = value;
}

/* Is it a variable by which the loader was told to load the runtime? */
static int is_of_the_loader(const char *text)
{
	return after("LD_PRELOAD=", text) || after("LD_BIND_NOW=", text);
}

/* Has drista started the program, to check it or to enforce a schedule? */
static int is_ours(void)
{
	return dr_launch.socket >= 0 || dr_launch.schedule >= 0;
}

void dr_launch_take(char **environment)
{
	char **to = environment;
	for (char **at = environment; *at; at++)
		if (after(OWN, *at) && !after(HIDDEN, *at))
			keep(*at);
	for (char **at = environment; *at; at++) {
		const char *hidden = after(HIDDEN, *at);
		if (hidden)
			*to++ = (char *)hidden;
		else if (!after(OWN, *at) && !(is_ours() && is_of_the_loader(*at)))
			*to++ = *at;
	}
	*to = NULL;
	for (unsigned i = 0; dr_launch.after_crash && environment[i] && i + 1 < sizeof at_first / sizeof *at_first; i++)
		at_first[i] = environment[i];
}
