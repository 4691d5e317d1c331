/*
 * The guard makes sure that no process which the program starts outlives the check. The process that drista has started
 * becomes the guard, and the program continues in a child of it. The guard adopts processes that lose their parent
 * (PR_SET_CHILD_SUBREAPER, prctl(2)), even in sessions of their own. When the program ends, when drista sends SIGTERM,
 * or when drista itself has ended in whatever way, the guard kills the remaining processes and exits as the program
 * did.
 */
#ifndef DRISTA_GUARD_H
#define DRISTA_GUARD_H

/* Becomes the guard. Returns in the child, before any code of the program runs. */
void dr_guard_begin(void);

#endif
