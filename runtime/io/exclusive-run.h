/* Mutual exclusion of runs of one program that write files, across all processes of drista: no run reads what another
 * one is writing. */
#ifndef DRISTA_EXCLUSIVE_RUN_H
#define DRISTA_EXCLUSIVE_RUN_H

/* Waits until no other run of the executable has called this and not ended. */
void dr_run_exclusively(void);
/* The same for a process that is no run, or is none yet, until it ends or calls dr_run_unlock. System calls only. */
void dr_run_lock(void);
/* The same without waiting. Returns 0 where another process has the lock. */
int dr_run_try_lock(void);
void dr_run_unlock(void);
/* Is the run waiting for another one to end? */
int dr_run_waits_for_lock(void);

#endif
