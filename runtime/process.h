/*
 * The processes of runs. The next one is forked as soon as a run is over, while the scheduler thinks, and waits to be told to begin:
 * so it is there when it is needed. It is given up when what runs begin with changes.
 */
#ifndef DRISTA_PROCESS_H
#define DRISTA_PROCESS_H

#include <stdint.h>

void dr_process_open(int scheduler); /* once; the socket */
/* Makes sure that there is a process for the next run. Returns 1 in that process, when it is to begin. */
int dr_process_fork(void);
/* Lets it begin, and waits for its end, `limit` milliseconds at most (0: no limit). Returns the status as from waitpid, 0 when the run
 * said itself that it was over. */
int dr_process_run(uint64_t limit);
void dr_process_discard(void);
/* The run's process has no more to say, and is about to end. */
void dr_process_done(void);

#endif
