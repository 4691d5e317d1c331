/*
 * What is known of a function that was not compiled with --symbolic. A name says nothing by itself: the function has to
 * be the runtime's or the system's of that name, and to have a row in the table of effects, or to be in the table of
 * those that know of inputs (library.h). All others are unknown.
 */
#ifndef DRISTA_SYMBOLIC_CALLEE_H
#define DRISTA_SYMBOLIC_CALLEE_H

#include "effects/effects.h"
#include "symbolic/library.h"

struct dr_callee {
	const struct dr_library *library; /* it is a function of the runtime that knows of inputs; NULL */
	const struct dr_effect *effect; /* what it does with memory, unless `library` says that it sees to that; NULL */
};

/* Of the function, which is called by that symbol (of no other for the same address). */
const struct dr_callee *dr_callee_of(const void *function, const char *symbol);
/* Is it the function of that symbol that the runtime or the system has? */
int dr_callee_is_known(const void *function, const char *symbol);

#endif
