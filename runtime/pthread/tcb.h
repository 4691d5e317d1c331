/* The thread control blocks of fibers (tcb.c). */
#ifndef DRISTA_TCB_H
#define DRISTA_TCB_H

/* Makes the stack of a fiber and the libc thread whose control block it borrows, if they are not there yet. */
void dr_fiber_prepare(unsigned number);

#endif
