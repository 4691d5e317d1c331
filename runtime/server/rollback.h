/*
 * Runs in the server's own process (`--isolation rollback`): a run begins on main's fiber, and when it ends the server
 * goes on, and puts back every page that the run wrote (pages.h). That costs some microseconds where a fork costs a
 * hundred. What the kernel would have to put back is not touched (trap.h): a run that calls it, crashes, or takes long
 * is given up, and is made again from the start as a process. So the results are the same.
 */
#ifndef DRISTA_ROLLBACK_H
#define DRISTA_ROLLBACK_H

/* Can the next run be made here? If not, all runs are processes, and a note says why. */
int dr_rollback_ready(void);
/* Makes the run. 1: it came to its end. 0: it is to be made again as a process. Either way dr_rollback_undo comes next.
 */
int dr_rollback_run(void);
void dr_rollback_undo(void);
/* The server is about to change what runs begin with. */
void dr_rollback_forget(void);
/* In the process of a run, first of all. */
void dr_rollback_child(void);
/* What is to be told, once; else NULL. */
const char *dr_rollback_note(void);

/* Is a run under way in the server's own process? */
int dr_rolling(void);
/* It has come to its end. */
_Noreturn void dr_rollback_end(void);
/* Gives up a run that takes long: it would not be faster here, and the limit of time is that of a process. To be called
 * now and then. */
void dr_rollback_late(void);
/* It must not go on here. `why`: this holds for later runs too ("it ..."); NULL: only for this one. */
_Noreturn void dr_rollback_elsewhere(const char *why);
_Noreturn void dr_rollback_calls(
	const char *name, long number); /* the same: it calls the kernel; `name` NULL: the number is told */

#endif
