/*
 * Functions of the runtime, called by the names that they have in libc, which do with symbolic inputs all that is to be
 * done: they write expressions for what they read from files, or have no part in inputs.
 */
#ifndef DRISTA_SYMBOLIC_LIBRARY_H
#define DRISTA_SYMBOLIC_LIBRARY_H

struct dr_library {
	const char *name;
	unsigned takes; /* bit n: argument n is not pinned before the call */
};

/* The entry of a function that is called by that name; NULL: there is none, or the function is not the runtime's. */
const struct dr_library *dr_library_of(const void *callee, const char *name);
/* Do functions of that name read files, or text? */
int dr_library_reads(const char *name);

#endif
