/*
 * The processes of runs. The process of the next run is forked as soon as a run is over, while the scheduler computes,
 * and waits for its start. It is discarded when the initial state of runs changes.
 */
#ifndef DRISTA_PROCESS_H
#define DRISTA_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

void dr_process_open(int scheduler); /* once; `scheduler`: the socket */
/* Binds the server to a processor: its number plus one; 0: to none. The program sees its own affinity. */
void dr_process_bind(uint16_t processor);
/* Called before each run: ends what is left of the previous one. */
void dr_process_over(void);
/* Makes sure that there is a process for the next run. Returns 0 in the server; 1 in that process, when the run
 * begins. */
int dr_process_fork(void);
/* Starts the run in that process and waits for its end, `limit` milliseconds at most (0: no limit). Returns the status
 * as from waitpid; 0 when the run has signalled its end. Sets *time to the nanoseconds of processor time that it took;
 * 0 if it did not signal its end. */
int dr_process_run(uint64_t limit, uint64_t *time);
/* The same for a child of the server that is already running (a fork of a snapshot). */
int dr_process_run_made(pid_t id, uint64_t limit);
void dr_process_discard(void);
/* Makes the server's own process that of the run, as if it had been forked for it; nobody serves any more. */
void dr_process_be(void);
/* Called in the process of a run at its end: signals that to the server. */
void dr_process_done(void);

#endif
