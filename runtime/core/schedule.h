/* The choice of the running thread: by the schedule of the scheduler, then by the runtime's own policy. */
#ifndef DRISTA_SCHEDULE_H
#define DRISTA_SCHEDULE_H

#include "core/internal.h"

enum dr_state {
	DR_ABSENT = 0, /* not created in this run */
	DR_RUNNABLE, /* created, or running */
	DR_STANDING, /* before a waiting event */
	DR_YIELDED, /* in the middle of a long run of plain accesses */
	DR_ENDED, /* nothing more of it happens */
	DR_HALTED, /* it may not go round a loop any more: nothing more of it happens, nor can it be joined */
	DR_EXITED, /* it called exit(): nothing more of it happens, nor can it be joined */
};

/* The thread's last loads: what a spinning thread reads. Size 0: an operation on an object. */
#define DR_VISITS 16u
struct dr_visit {
	uint64_t spin, machine, object;
	uint32_t size;
	struct dr_value value;
};

/* Where a thread stands, and what its next event returns. */
struct dr_scheduled {
	enum dr_state state;
	int (*can)(const struct dr_event *e);
	int scheduled;
	struct dr_value given; /* by the schedule */
	uint32_t source; /* the same: where it comes from */
	uint8_t fails; /* the same: its compare-exchange fails spuriously */
	uint8_t waiting_loop; /* it has come to the head of a loop that may wait for memory: DR_WAITING_LOOP of its next
				 event */
	uint8_t woken; /* another thread has woken it, where it blocks (pthread/waiters.h) */
	uint64_t wait_spin; /* the fingerprint that it began to block with; 0: not known */
	uint32_t visits; /* ever */
	uint32_t yields; /* since it last stood before an event */
	uint32_t draws; /* how often its rank was drawn anew (policy.h) */
	uint32_t reads; /* the same, and since it last did anything but read */
	struct dr_visit visit[DR_VISITS];
	uint64_t resort_spin,
		resort_stores; /* when it last went on as a last resort: its fingerprint, all threads' stores */
};
extern struct dr_scheduled dr_scheduled[DR_THREADS]; /* by the thread's number */

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

/* The running thread is over, and others go on. */
_Noreturn void dr_schedule_leave(enum dr_state how);
/* Goes on with that thread; returns when somebody goes on with the present one. */
void dr_schedule_switch(struct dr_thread *to);
/* Lets other threads run, once the schedule has been followed. */
void dr_schedule_give_way(void);

/* Is dr_hooks.steps to be called before each step of the schedule, and before the run goes on after its end? */
extern int dr_schedule_watched;
/* Has a thread yielded while the schedule had steps left? */
extern int dr_schedule_yielded;

#endif
