/*
 * The log of a run, in memory shared by the server and its runs, so that a crash at any point loses nothing.
 */
#ifndef DRISTA_LOG_H
#define DRISTA_LOG_H

#include "core/internal.h"

#define DR_EVENTS (1u << 23)
#define DR_STACKS (1u << 20)
#define DR_STRINGS (1u << 20)
#define DR_SYMBOLICS (1u << 18)

struct dr_log_thread {
	struct dr_event pending; /* the event before which the thread waits, if it does */
	struct dr_name name; /* fixed for the server, not the run */
	uint32_t standing;
	uint32_t handles; /* it has called exit, and its handlers are not over */
};

/* The fields that every run writes come first, close together: each page costs a fault per run. */
struct dr_log {
	/* Of the present run. */
	uint32_t status, followed, text;
	uint32_t events, stacks, strings, symbolics;
	uint32_t unsettled; /* 1 + the number of the first event whose value is not known yet (dr_settle); 0: none */
	uint32_t exit_code; /* of exit() or main */
	uint32_t notes; /* as in struct dr_result */
	uint32_t commanded; /* the run waits for a command of drista, which its time limit does not count */
	int32_t blocked_call,
		blocked_file; /* the system call that the kernel waits in, and its first argument; -1: unknown */
	/* Of the server. */
	uint32_t threads; /* numbers in use; 0 is main */
	uint32_t searched; /* runs in which leaks were searched for, or could have been */
	struct dr_log_thread thread[DR_THREADS];

	struct dr_event event[DR_EVENTS + DR_THREADS]; /* the last ones are for the pending events */
	struct dr_stack stack[DR_STACKS];
	char string[DR_STRINGS];
	struct dr_symbolic symbolic[DR_SYMBOLICS];
};
extern struct dr_log *dr_log;
extern uint64_t dr_log_most; /* events of this run */

void dr_log_open(void); /* once, in the server */
void dr_log_reset(void); /* before a run */
/* In a run: copies the log so far to memory of the process's own (returns 0 if there is no room); copies it back, into
 * the log of another run. */
int dr_log_keep(void);
void dr_log_put_back(void);
/* Adds a line to the notes of the run (struct dr_result). */
void dr_log_note(const char *text);
/* The run was stopped between an announcement of plain writes and the writes: takes out their events, which have not
 * happened. */
void dr_log_withdraw(void);
void dr_log_pending(void); /* after a run, in the server: appends the events before which threads waited */
/* Sets the names of threads 1 to count (PREPARE). */
void dr_log_names(const struct dr_name *names, uint32_t count);
/* The number of the child-th thread (from 0) that the creator has created; a new number if the thread is not known
 * yet. */
unsigned dr_log_number(unsigned creator, unsigned child);

#endif
