/*
 * What drista started the program with: variables of the environment beside the program's own
 * (src/channel/environment.ts). They are taken out before any code of the program runs, constructors of libraries
 * included.
 */
#ifndef DRISTA_LAUNCH_H
#define DRISTA_LAUNCH_H

#include <stdint.h>

struct dr_launch {
	int socket; /* DRISTA_FD: the scheduler's; -1: there is none */
	const char *sees; /* DRISTA_SEES: enum dr_sight; NULL: not given, as all that follow */
	const char *snapshots; /* DRISTA_SNAPSHOTS: snapshot.h */
	const char *nondet; /* DRISTA_NONDET: how many values __VERIFIER_nondet_int has */
	const char *memory; /* DRISTA_MEMORY: bytes that a run may have */
	const char *omitted; /* DRISTA_OMIT_STATE: a part of local states that is left out, for tests (local-state.c) */
};
extern struct dr_launch dr_launch;

/* Once, with the environment that the process began with. */
void dr_launch_take(char **environment);

#endif
