/* The functions of the runtime that wrap those of libc and of libraries, by name: a table that wrapped.sh generates. */
#ifndef DRISTA_WRAPPED_H
#define DRISTA_WRAPPED_H

struct dr_wrapped {
	const char *name;
	void *function; /* the runtime's */
	void *leads_to; /* the function that the name calls: the runtime's, or one of a library of the program
			   (override.c) */
};
extern struct dr_wrapped dr_wrapped[], dr_wrapped_end[] __attribute__((visibility("hidden")));

/* The entry of the name; NULL: there is none. */
struct dr_wrapped *dr_wrapped_named(const char *name);

/* Is it the function of that name that libc, libstdc++ or another library of the system has? */
int dr_is_systems(const void *function, const char *name);

#endif
