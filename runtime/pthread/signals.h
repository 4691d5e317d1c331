/*
 * Which signals each thread blocks. The kernel knows the mask of the process's only thread, so it is set where a fiber
 * with another mask continues. Until the program's first call that may set it, all have the same, and none is recorded.
 */
#ifndef DRISTA_SIGNALS_H
#define DRISTA_SIGNALS_H

#include "core/internal.h"

/* Before a call that may set the running thread's mask, and after it. */
void dr_signals_begin(void);
void dr_signals_changed(void);

/* The thread is going to continue: gives the kernel its mask. */
void dr_signals_switch(const struct dr_thread *t);

#endif
