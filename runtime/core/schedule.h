/* The choice of the running thread: by the schedule of the scheduler, then by the runtime's own policy. */
#ifndef DRISTA_SCHEDULE_H
#define DRISTA_SCHEDULE_H

#include "core/internal.h"

/* The contents of RUN. */
struct dr_schedule {
	uint64_t flags;
	uint64_t timeouts; /* timeouts.h */
	uint64_t unroll; /* how many iterations a thread may make of a loop that may wait; 0: no limit */
	uint32_t steps, patches;
	const struct dr_step *step;
	const struct dr_patch *patch;
};
extern struct dr_schedule dr_schedule;

void dr_schedule_add(struct dr_thread *t); /* a new thread, which starts when the running thread waits or ends */
void dr_schedule_visited(struct dr_thread *t, const struct dr_event *e); /* it has read, and may be spinning */
void dr_schedule_passed(struct dr_thread
		*t); /* an operation on an object has left its state unchanged, or will have when it is complete */
void dr_schedule_did(struct dr_thread *t); /* it has changed something */
void dr_schedule_gave(void); /* a thread has posted a semaphore */
void dr_schedule_exits(void); /* exit() was called */
int dr_schedule_free(void); /* has the schedule been followed? */
/* May a call time out, or wake up spuriously? The schedule may make it do so at any time. After its schedule a run does
 * so only where no thread can continue otherwise. The `can` function of such a call reads this. */
extern int dr_last_resort;
/* Switches to the next thread; returns when the running thread is scheduled again. */
void dr_schedule_next(void);

#endif
