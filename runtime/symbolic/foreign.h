/*
 * Code of the program that was not compiled with --symbolic, and that the program or the runtime calls: it may read and
 * write symbolic bytes unseen. Where inputs are there, or are made while it is at work, the check is inconclusive.
 */
#ifndef DRISTA_SYMBOLIC_FOREIGN_H
#define DRISTA_SYMBOLIC_FOREIGN_H

#include "symbolic/callee.h"

/* The runtime calls a function of the program: of a thread, of pthread_once, a destructor. */
void dr_foreign_enters(const void *function);
/* It has returned, or the thread has left it. */
void dr_foreign_leaves(const void *function);
/* Code with expressions calls a function of which nothing is known. */
void dr_foreign_called(const void *function);
/* It has returned. */
void dr_foreign_returned(const void *function);
/* Before a call of a known function: what it is given to call, now or later, counts as at work from now on. */
void dr_foreign_given(const struct dr_effect *effect, const uint64_t *value, uint32_t count);
/* There are symbolic bytes from now on. */
void dr_foreign_input(void);

#endif
