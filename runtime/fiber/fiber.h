/*
 * What carries a thread: a stack and a thread control block. All threads of the program run as fibers in one kernel
 * thread. Everything of a thread lies at a place that its number fixes, so that addresses, which name objects, do not
 * depend on the schedule.
 */
#ifndef DRISTA_FIBER_H
#define DRISTA_FIBER_H

#include "prim/base.h"
#include "prim/layout.h"

#define DR_STACK_SIZE (8ul << 20) /* unless the program has asked for another one */
#define DR_STACK_MAX ((1ul << DR_STACK_SHIFT) - (4ul << 30)) /* what is left is guard */

/* Bytes above a thread's first frame that may be read: effects/announce.c copies so many words of arguments as any call
 * may have. */
#define DR_STACK_MARGIN 512u

struct dr_fiber {
	void *sp; /* saved stack pointer while another fiber runs */
	uint64_t tcb; /* its fs base */
	void *entry; /* where its stack begins; NULL: has no stack yet */
	uint64_t stack_low; /* lowest address that is mapped of its slot; 0: not mapped yet */
	uint64_t stack_size; /* as the program asked for it */
	uint64_t given_low; /* the lowest address of the stack that the program gave to it; 0: it has one of ours */
	uint64_t stack_limit; /* the program's frames stay above */
	uint8_t raised; /* exceptions of floating point in x87, while another fiber runs (x87.h) */
};
extern struct dr_fiber dr_fiber[DR_THREADS]; /* by the thread's number */

/* Room for a stack of the size, and for what the program and the runtime need more of than without drista; may be
 * repeated. 0: so much there is not. */
int dr_stack_map(unsigned number, size_t size);
/* Decides which stack a thread that is about to be readied has: of the size, or, where given_low is not 0, what begins
 * there. `near`: must the guard be near, since the entries of functions are not instrumented? */
void dr_stack_choose(unsigned number, size_t size, uint64_t given_low, int near);
/* The end of the frames on the stack of a thread, whoever gave it. */
uint64_t dr_stack_top(unsigned number);
/* Would the address be on its stack if that were larger? A stack pointer far from the thread's stack is on another
 * stack, to which the program has switched (swapcontext). */
int dr_stack_is_below(unsigned number, uint64_t address, uint64_t sp);
static inline uint64_t dr_stack_end(unsigned number)
{
	return DR_STACKS_BASE + ((uint64_t)(number + 1) << DR_STACK_SHIFT);
}
/*
 * Overwrites what calls so far have left below on the running stack. Some of it depends on what the schedule knows. The
 * frame of the thread's first function may hold it where it has initialised nothing, and all of that frame is part of
 * the thread's fingerprint (thread-state/liveness.h).
 */
void dr_stack_clear_below(void);

/* Readies a fiber to call the function when it is switched to for the first time. */
void dr_fiber_ready(unsigned number, void (*function)(void));
/* Goes on with the fiber `to`; returns when somebody goes on with the present one. `from`: the present one; NULL: the
 * code outside all fibers. `raised`: may the program read which exceptions of floating point are raised? */
void dr_fiber_switch(struct dr_fiber *from, struct dr_fiber *to, int raised);
/* Goes on where the first fiber was switched to; no fiber goes on any more. */
_Noreturn void dr_fiber_out(void);

/* Saves the registers a call preserves at *save, takes sp and the thread pointer of another fiber. */
void dr_switch(void **save, void *sp, uint64_t tcb);
/* The stack pointer for the first dr_switch to a fiber, which then calls function. */
void *dr_switch_prepare(void *stack_end, void (*function)(void));
uint64_t dr_switch_tcb(void); /* of the running fiber */
void dr_switch_init(void); /* once, before the first switch */
extern int dr_switch_fast __attribute__((visibility("hidden"))); /* without the kernel? */

#endif
