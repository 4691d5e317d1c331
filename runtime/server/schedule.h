/* Whose turn it is: the schedule that the scheduler sent, then the runtime's own policy. */
#ifndef DRISTA_SCHEDULE_H
#define DRISTA_SCHEDULE_H

#include "internal.h"

/* What RUN asked for. */
struct dr_schedule {
	uint64_t flags;
	uint64_t timeouts; /* timeouts.h */
	uint64_t unroll; /* how often a thread may go round a loop that may wait; 0: without end */
	uint32_t steps, patches;
	const struct dr_step *step;
	const struct dr_patch *patch;
};
extern struct dr_schedule dr_schedule;

void dr_schedule_add(struct dr_thread *t); /* it was created: starts when the running thread waits or ends */
void dr_schedule_visited(struct dr_thread *t, const struct dr_event *e); /* it looked, and may be spinning */
void dr_schedule_passed(
	struct dr_thread *t); /* an operation on an object changed nothing, or will have changed nothing */
void dr_schedule_did(struct dr_thread *t); /* it did something */
void dr_schedule_exits(void); /* exit() was called */
int dr_schedule_free(void); /* has the schedule been followed? */
/* May a call time out, or end for no reason? The schedule may say so at any time; by itself a run does it where no
 * thread can go on otherwise. `can` of such a call asks for it. */
extern int dr_last_resort;
/* Goes on with whoever is next; returns when it is the running thread's turn again. */
void dr_schedule_next(void);

#endif
