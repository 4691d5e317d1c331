/*
 * What carries a thread: a stack and a thread control block, and where it stands. All threads of the program run as
 * fibers in one kernel thread. Everything of a thread lies at a place that its number fixes, so that addresses, which
 * name objects, do not depend on the schedule.
 */
#ifndef DRISTA_FIBER_H
#define DRISTA_FIBER_H

#include "core/internal.h"
#include "memory/ended-stacks.h"

#include <pthread.h>

#define DR_STACK_SIZE (8ul << 20) /* unless the program has asked for another one */
#define DR_STACK_MAX ((1ul << DR_STACK_SHIFT) - (4ul << 30)) /* what is left is guard */

enum dr_state {
	DR_ABSENT = 0, /* not created in this run */
	DR_RUNNABLE, /* created, or running */
	DR_STANDING, /* before a waiting event */
	DR_YIELDED, /* in the middle of a long run of plain accesses */
	DR_ENDED, /* nothing more of it happens */
	DR_HALTED, /* it may not go round a loop any more: nothing more of it happens, nor can it be joined */
	DR_EXITED, /* it called exit(): nothing more of it happens, nor can it be joined */
};

/* The thread's last loads: what a spinning thread looks at. Size 0: an operation on an object. */
#define DR_VISITS 16u
struct dr_visit {
	uint64_t spin, machine, object;
	uint32_t size;
	struct dr_value value;
};

/* A look at the clock: where, after how many stores, and what it showed. */
#define DR_LOOKS 32u
struct dr_look {
	const void *site;
	uint32_t stack;
	uint32_t period; /* it showed what the look so many looks before had shown; 0: something new */
	uint64_t stores, showed;
};

/* A place at which the thread has slept since it last read the clock. */
#define DR_NAPS 16u
struct dr_nap {
	const void *site;
	uint32_t stack;
};

struct dr_destructor {
	void (*function)(void *);
	void *object;
	struct dr_destructor *next;
};

#define DR_TIMED 32u

/* How often calls at a place have timed out (timeouts.c). */
struct dr_timed {
	const void *site;
	uint32_t stack, count;
};

struct dr_fiber {
	void *sp; /* saved stack pointer while another fiber runs */
	uint64_t tcb; /* its fs base */
	void *entry; /* where its stack begins; NULL: has no stack yet */
	uint64_t stack_low; /* lowest address that is mapped of its slot; 0: not mapped yet */
	uint64_t stack_size; /* as the program asked for it */
	uint64_t given_low; /* the lowest address of the stack that the program gave to it; 0: it has one of ours */
	enum dr_state state;
	int (*can)(const struct dr_event *e);
	int scheduled;
	struct dr_value given; /* by the schedule */
	uint8_t fails; /* the same: its compare-exchange fails spuriously */
	void *(*routine)(void *);
	void *argument, *result;
	uint64_t exit_sp; /* DR_EXITED: what lies below on its stack is of no function of the program */
	uint8_t detached, was_joined;
	uint8_t ended; /* it can be joined; main may stay, for the end of the process (dr_main_stays) */
	uint8_t returns_int; /* the routine does: it was given to thrd_create */
	uint8_t stack_over; /* nothing on its stack is a variable of the program's any more */
	uint32_t visits; /* ever */
	uint32_t yields; /* since it last stood before an event */
	uint32_t looks; /* the same, and since it last did anything but look */
	struct dr_visit visit[DR_VISITS];
	uint64_t waits_on; /* where it blocks (waiters.h): a condition variable, a barrier, a futex word + 1; 0: nowhere
			    */
	uint64_t wait_spin; /* the fingerprint that it began to block with; 0: not known */
	uint8_t woken;
	uint64_t inside; /* the futex word + 1 that it is looking at */
	uint64_t resort_spin,
		resort_stores; /* when it last went on as a last resort: its fingerprint, all threads' stores */
	uint64_t clock; /* virtual, nanoseconds (time.c) */
	uint64_t clock_latest; /* it may go back from there, in a loop that waits */
	struct dr_look look[DR_LOOKS]; /* its last looks at it */
	uint32_t clock_looks; /* ever */
	uint32_t clock_changes; /* how many of them were counted as stores */
	struct dr_nap nap[DR_NAPS];
	uint32_t naps; /* since its last look at the clock */
	struct dr_timed timed[DR_TIMED];
	uint64_t random; /* state of its random numbers (random.c) */
	char *random_array; /* the array that the state is of (initstate); NULL: none */
	uint64_t random_kept; /* the state of none, while it is of an array */
	struct dr_destructor *destructors; /* of C++ thread_local objects */
};

extern struct dr_thread dr_thread[DR_THREADS]; /* by number */
extern struct dr_fiber dr_fiber[DR_THREADS];

/* How the running thread is written into a lock that it holds: its number plus one; before main, main's. */
static inline int dr_holder(void)
{
	return dr_self ? dr_self->number + 1 : 1;
}

/* Makes the stack of a fiber and the libc thread whose control block it borrows, if they are not there yet. */
void dr_fiber_prepare(unsigned number);
/* Room for a stack of the size, and for what the program and the runtime need more of than without drista; may be
 * repeated. 0: so much there is not. */
int dr_stack_map(unsigned number, size_t size);
/* Decides which stack a thread that is about to be readied has: of the size, or, where given_low is not 0, what begins
 * there. */
void dr_stack_choose(unsigned number, size_t size, uint64_t given_low);
/* The end of the stack of a thread, whoever gave it. */
uint64_t dr_stack_top(unsigned number);
/* Says that the running thread has no stack left. */
_Noreturn void dr_stack_overflow(uint64_t address, const void *site);
/* Would the address be on its stack if that were larger? */
int dr_stack_is_below(const struct dr_thread *t, uint64_t address, uint64_t sp);
static inline uint64_t dr_stack_end(unsigned number)
{
	return DR_STACKS_BASE + ((uint64_t)(number + 1) << DR_STACK_SHIFT);
}

/* Main has ended: waits for the end of all other threads, then exits (POSIX.1-2017, pthread_exit). */
_Noreturn void dr_main_stays(void);
/* Where a thread begins and ends: it uses the stack that the program gave to it, if one. */
void dr_thread_uses_stack(const struct dr_fiber *f);

/* Readies a thread to run routine(argument) when it is switched to for the first time. */
void dr_fiber_ready(unsigned number, void *(*routine)(void *), void *argument);
/* Goes on with that thread; returns when somebody goes on with the present one. */
void dr_fiber_switch(struct dr_thread *to);
/* Goes on where the first fiber was switched to; no fiber goes on any more. */
_Noreturn void dr_fiber_out(void);
/* The running thread is over, and others go on. */
_Noreturn void dr_fiber_leave(enum dr_state how);

/* Saves the registers a call preserves at *save, takes sp and the thread pointer of another fiber. */
void dr_switch(void **save, void *sp, uint64_t tcb);
/* The stack pointer for the first dr_switch to a fiber, which then calls function. */
void *dr_switch_prepare(void *stack_end, void (*function)(void));
uint64_t dr_switch_tcb(void); /* of the running fiber */
void dr_switch_init(void); /* once, before the first switch */
extern int dr_switch_fast __attribute__((visibility("hidden"))); /* without the kernel? */

void dr_destructors_run(struct dr_fiber *f); /* of C++ thread_local objects */
void dr_keys_run(unsigned number); /* of pthread keys */
unsigned dr_keys_used(void); /* no key has this number or a higher one */
const void *dr_key_value(unsigned number, unsigned key); /* the value that thread `number` has for the key */

uint64_t dr_random_child(uint64_t creator, unsigned number); /* the state that a created thread begins with */

/* The thread for people; NULL: main, before it runs. */
const char *dr_thread_text(const struct dr_thread *t, char text[16]);
/* The thread that a pthread_t of the program names; NULL: none. */
struct dr_thread *dr_thread_of(pthread_t t);

/*
 * Overwrites what calls so far have left below on the running stack. Some of it depends on what the schedule knows. The
 * frame of the thread's first function may hold it where it has initialised nothing, and all of that frame is part of
 * the thread's fingerprint (liveness.h).
 */
void dr_stack_clear_below(void);

#endif
