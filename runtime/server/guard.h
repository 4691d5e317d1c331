/*
 * Nothing that the program starts outlives the check. The process that drista has started becomes a guard, which adopts
 * whatever loses its parent (PR_SET_CHILD_SUBREAPER, prctl(2)), sessions of their own or not; the program goes on in a
 * child of it. When that ends, when drista asks for it (SIGTERM), or when drista itself has ended in whatever way, the
 * guard kills all that is left, and ends as the program did.
 */
#ifndef DRISTA_GUARD_H
#define DRISTA_GUARD_H

/* Returns in the child. Before any code of the program runs. */
void dr_guard_begin(void);

#endif
