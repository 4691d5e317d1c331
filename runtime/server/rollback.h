/*
 * Runs in the server's own process (`--tune isolation=rollback`): a run begins on main's fiber. After it the server
 * continues and restores every page that the run has written (pages.h). That costs a few microseconds, where a fork
 * costs a hundred. State in the kernel is not restored. So a run that makes a system call with an effect (trap.h),
 * crashes, or takes long is abandoned and repeated from the start in a process of its own. The results are the same.
 */
#ifndef DRISTA_ROLLBACK_H
#define DRISTA_ROLLBACK_H

/* Can the next run be made here? If not, all further runs are processes, and dr_rollback_note says why. */
int dr_rollback_ready(void);
/* Makes the run. Returns 1 if it came to its end; 0 if it must be repeated as a process. Either way the caller calls
 * dr_rollback_undo next.
 * */
int dr_rollback_run(void);
void dr_rollback_undo(void);
/* Called before the server changes the initial state of runs. */
void dr_rollback_forget(void);
/* Called first in the process of a run. */
void dr_rollback_child(void);
/* A note for the user, returned once; else NULL. */
const char *dr_rollback_note(void);

/* Is a run under way in the server's own process? */
int dr_rolling(void);
/* Ends the run. */
_Noreturn void dr_rollback_end(void);
/* Abandons the run if it takes long: it would not be faster here, and the time limit works for processes only. Called
 * at intervals. */
void dr_rollback_late(void);
/* Abandons the run, which must be repeated as a process. `why`: the reason ("it ..."), if it holds for later runs too;
 * NULL: only this run is affected. */
_Noreturn void dr_rollback_elsewhere(const char *why);
void dr_rollback_give_up(const char *why); /* the same, if the run is under way in the server's own process */
_Noreturn void dr_rollback_calls(
	const char *name, long number); /* the same because of a system call; `name` NULL: the note has its number */

#endif
