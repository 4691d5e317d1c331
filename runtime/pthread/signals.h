/*
 * Which signals each thread blocks. The kernel knows the mask of the process's only thread, so it is set where a fiber
 * with another mask continues. Until the program's first call that may set it, all have the same, and none is recorded.
 */
#ifndef DRISTA_SIGNALS_H
#define DRISTA_SIGNALS_H

#include "core/internal.h"

extern int dr_signals_recorded;

/* Before a call that may set the running thread's mask, and after it. */
void dr_signals_begin(void);
void dr_signals_changed(void);

/* Gives the kernel the thread's mask. */
void dr_signals_set(const struct dr_thread *t);

/* The thread is going to continue. */
static inline void dr_signals_switch(const struct dr_thread *to)
{
	if (__builtin_expect(dr_signals_recorded, 0))
		dr_signals_set(to);
}

#endif
