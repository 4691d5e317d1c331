/*
 * Stacks of threads that have ended. The lifetime of variables on such a stack is over (C11 6.2.4p6), as with freed
 * memory: where another thread accesses them, the thread's end becomes an event that frees them. Main's return ends the
 * lifetime of main's variables too, while other threads continue. plain.c and atomic.c check every access;
 * server/entry.c and fiber/fiber.c report the end of a stack.
 */
#ifndef DRISTA_ENDED_STACKS_H
#define DRISTA_ENDED_STACKS_H

#include "core/internal.h"

/* Does the address lie on another thread's stack? */
static inline int dr_on_foreign_stack(const struct dr_thread *t, uint64_t address)
{
	uint64_t number = (address - DR_STACKS_BASE) >> DR_STACK_SHIFT;
	return number < DR_THREADS && number != t->number;
}

/* Does the address lie on the stack of a thread? */
static inline int dr_on_some_stack(uint64_t address)
{
	return (address - DR_STACKS_BASE) >> DR_STACK_SHIFT < DR_THREADS;
}

/* Does the address lie on the thread's own stack? */
static inline int dr_on_own_stack(const struct dr_thread *t, uint64_t address)
{
	return (address - DR_STACKS_BASE) >> DR_STACK_SHIFT == t->number;
}

/* Handles an access to another thread's stack. Returns 1 if that thread has ended, and the access was logged as events.
 * An access that cannot come before the thread's end is an error. `by`: enum dr_by. */
int dr_ended_stack_access(struct dr_thread *t, uint64_t address, size_t size, int write, int by, const void *site);
/* The same for an atomic access, which is an event in any case. */
void dr_ended_stack_atomic(struct dr_thread *t, uint64_t address, size_t size, const char *does, const void *site);

/* Is it over? Main's exit handlers run all the same. */
int dr_stack_is_over(const struct dr_thread *t);
/* Main's exit handlers run from here on, and have their variables below the address. */
void dr_stack_used_again(uint64_t below);
/* The lifetime of the running thread's stack ends. `site`: in its start routine, or where main begins. */
void dr_stack_over(const void *site);
/* Bytes by which the stack must grow so that variables of ended functions, which other threads may read, are not
 * overwritten. */
size_t dr_stack_read_depth(void);

#endif
