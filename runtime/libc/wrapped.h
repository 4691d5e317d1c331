/* Functions that stand in front of those of libc and of libraries, by their names: a table that wrapped.sh makes. */
#ifndef DRISTA_WRAPPED_H
#define DRISTA_WRAPPED_H

struct dr_wrapped {
	const char *name;
	void *function; /* the runtime's */
	void *leads_to; /* what is called by the name: that function, or one of a library of the program's (override.c)
			 */
};
extern struct dr_wrapped dr_wrapped[], dr_wrapped_end[] __attribute__((visibility("hidden")));

/* NULL: there is none of that name. */
struct dr_wrapped *dr_wrapped_named(const char *name);

/* Before main: functions of the program's instrumented libraries win over the runtime's. */
void dr_override(void);
/* The program runs by itself, unchecked: calls that a check refuses and that are not about threads are libc's, as
 * configure scripts expect. */
void dr_override_standalone(void);

#endif
