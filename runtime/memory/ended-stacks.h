/*
 * Stacks of threads that have ended. Variables on such a stack have no lifetime any more (C11 6.2.4p6), as with freed
 * memory: where another thread accesses them, the thread's end becomes an event that frees them. Main's return ends the
 * lifetime of main's variables too, while other threads go on. plain.c and atomic.c ask at every access; server/entry.c
 * and fiber/fiber.c report the end of a stack.
 */
#ifndef DRISTA_ENDED_STACKS_H
#define DRISTA_ENDED_STACKS_H

#include "internal.h"

#define DR_STACKS_BASE 0x400000000000ul /* 64 TiB: above the heap's arenas, below everything that the kernel places */
#define DR_STACK_SHIFT \
	34 /* 16 GiB each: a guard that no frame of a usual function jumps over, then the stack, its end at the end of \
	      the slot */

/* Does the address lie on another thread's stack? */
static inline int dr_on_foreign_stack(const struct dr_thread *t, uint64_t address)
{
	uint64_t number = (address - DR_STACKS_BASE) >> DR_STACK_SHIFT;
	return number < DR_THREADS && number != t->number;
}

/* An access to another thread's stack. 1: that thread has ended, and the access was made into events; where it cannot
 * have come before the end, it is an error. */
int dr_ended_stack_access(struct dr_thread *t, uint64_t address, size_t size, int write, const void *site);
/* The same for an atomic access, which is an event anyway. */
void dr_ended_stack_atomic(struct dr_thread *t, uint64_t address, size_t size, const char *does, const void *site);

/* The running thread's stack is left for good. */
void dr_stack_over(void);
/* Bytes by which the stack must grow so that what was left, and others may look at, is not overwritten. */
size_t dr_stack_read_depth(void);

#endif
