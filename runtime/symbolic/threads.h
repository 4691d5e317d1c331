/* Expressions of what threads get when they are created, and of what they return to those that join them. */
#ifndef DRISTA_SYMBOLIC_THREADS_H
#define DRISTA_SYMBOLIC_THREADS_H

#include "core/internal.h"

/* The thread of that number gets argument n, from 0, of the call that the running one is in. */
void dr_symbolic_creates(unsigned number, unsigned n);
/* The running thread is about to call its routine. */
void dr_symbolic_begins(const void *routine);
/* The routine has returned. */
void dr_symbolic_ends(const void *routine);
/* The running thread ends with argument n of the call that it is in. */
void dr_symbolic_exits(unsigned n, uint64_t result);
/* The result of a joined thread was stored there. */
void dr_symbolic_joined(unsigned number, const void *at, unsigned size, const void *site);

#endif
