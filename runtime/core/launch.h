/*
 * The settings with which drista has started the program: environment variables beside the program's own
 * (src/channel/environment.ts). They are removed before any code of the program runs, constructors of libraries
 * included.
 */
#ifndef DRISTA_LAUNCH_H
#define DRISTA_LAUNCH_H

#include <stdint.h>

struct dr_launch {
	int socket; /* DRISTA_FD: the scheduler's socket; -1: there is none */
	int debugged; /* DRISTA_FD ends with `d`: a debugger has started the program, and stays with this process. It is
			 no variable of its own since the place of the arguments depends on the length of all */
	int schedule; /* DRISTA_SCHEDULE: the file with the safe schedule to enforce (hand-over.h); -1: there is none */
	const char *sees; /* DRISTA_SEES: enum dr_visibility. NULL: not given, also in the fields below */
	const char *snapshots; /* DRISTA_SNAPSHOTS: snapshot.h */
	const char *nondet; /* DRISTA_NONDET: how many values __VERIFIER_nondet_int has */
	const char *faults; /* DRISTA_FAULTS: which calls may fail, and how many of them (faults.c) */
	const char *crash; /* DRISTA_CRASH: the working folder of runs that crash (io/crash.h) */
	const char *crash_from; /* DRISTA_CRASH_FROM: the folder of which that is a copy; NULL: it is empty */
	const char *after_crash; /* DRISTA_AFTER_CRASH: the command that looks at what is left */
	const char *client; /* DRISTA_CLIENT: the bytes that the client sends, as hexadecimal digits (io/client.h) */
	const char *inputs; /* DRISTA_INPUTS: symbolic inputs from outside (io/outside.h) */
	const char *memory; /* DRISTA_MEMORY: bytes that a run may have */
	const char *omitted; /* DRISTA_OMIT_STATE: parts to omit from local states, for tests (local-state.c) */
};
extern struct dr_launch dr_launch;
/* The program's environment as it was at first; NULL-terminated. Only where after_crash is given. */
extern char **dr_launch_environment;

/* Reads and removes them: once, from the initial environment of the process. */
void dr_launch_take(char **environment);

#endif
