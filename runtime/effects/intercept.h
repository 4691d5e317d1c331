/*
 * Calls of functions that are not instrumented and for which the runtime defines no function of its own. The loader has
 * resolved the program's calls; the addresses that it has entered in the tables of instrumented modules are replaced by
 * those of entries here, which announce what the table of effects (effects.h) says and then go to the function. A
 * function without a row is unknown: calling it is progress in a loop.
 */
#ifndef DRISTA_INTERCEPT_H
#define DRISTA_INTERCEPT_H

/* Called before main, and when libraries have been loaded since: intercepts the calls of all instrumented modules. */
void dr_intercept(void);

/* The address for what dlsym has found under the name: that of an entry if it is a function whose calls are announced.
 */
void *dr_intercept_found(const char *name, void *found);

#endif
