/* The life of a thread: its start routine, its end, what is left of it. */
#ifndef DRISTA_LIFE_H
#define DRISTA_LIFE_H

#include "core/internal.h"

#include <pthread.h>

struct dr_life {
	void *(*routine)(void *);
	void *argument, *result;
	void (*main)(void); /* called in the place of the routine, which is main: does not return */
	uint64_t exit_sp; /* DR_EXITED: what lies below on its stack is of no function of the program */
	uint8_t detached, was_joined;
	uint8_t returns_int; /* the routine does: it was given to thrd_create */
};
extern struct dr_life dr_life[DR_THREADS]; /* by the thread's number */

/* Readies a thread to run routine(argument) when it is switched to for the first time. */
void dr_life_ready(unsigned number, void *(*routine)(void *), void *argument, void (*main)(void));
/* Main has ended: waits for the end of all other threads, then exits (POSIX.1-2017, pthread_exit). */
_Noreturn void dr_main_stays(void);
/* Where a thread begins and ends: it uses the stack that the program gave to it, if one. */
void dr_thread_uses_stack(unsigned number);
/* The thread that a pthread_t of the program names; NULL: none. */
struct dr_thread *dr_thread_of(pthread_t t);

#endif
