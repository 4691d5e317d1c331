/*
 * The processes of runs. The next one is forked as soon as a run is over, while the scheduler thinks, and waits to be
 * told to begin: so it is there when it is needed. It is given up when what runs begin with changes.
 */
#ifndef DRISTA_PROCESS_H
#define DRISTA_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

void dr_process_open(int scheduler); /* once; the socket */
/* The server runs on this processor only, 0: on any; else the number plus one. Runs do not notice. */
void dr_process_bind(uint16_t processor);
/* Nothing of the run before goes on after this, which comes before each run. */
void dr_process_over(void);
/* Makes sure that there is a process for the next run. Returns 1 in that process, when it is to begin. */
int dr_process_fork(void);
/* Lets it begin, and waits for its end, `limit` milliseconds at most (0: no limit). Returns the status as from waitpid,
 * 0 when the run said itself that it was over; and in *time the nanoseconds of processor time that it took then, 0 if
 * it did not say. */
int dr_process_run(uint64_t limit, uint64_t *time);
/* The same for a child of the server that is the process of a run already, and under way. */
int dr_process_run_made(pid_t id, uint64_t limit);
void dr_process_discard(void);
/* The run's process has no more to say, and is about to end. */
void dr_process_done(void);

#endif
