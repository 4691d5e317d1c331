/*
 * Functions of the runtime, called by the names that they have in libc, which do with symbolic inputs all that is to be
 * done: they write expressions for what they read from files, or have no part in inputs.
 */
#ifndef DRISTA_SYMBOLIC_LIBRARY_H
#define DRISTA_SYMBOLIC_LIBRARY_H

struct dr_library {
	const char *name;
	unsigned takes; /* bit n: argument n is not pinned before the call */
	unsigned follows; /* bit n: so is what argument n points to */
};

/* The entry of that name; NULL: there is none. */
const struct dr_library *dr_library_named(const char *name);
/* Does the row of the table of effects say what the function does with memory, but for what it follows? */
int dr_library_needs_row(const struct dr_library *library);
/* Do its announcements say it (dr_plain_range)? */
int dr_library_announces(const struct dr_library *library);
/* Do functions of that name read files, or text? */
int dr_library_reads(const char *name);

#endif
