/* Cancellation of threads (cancel.c), for every call that is a cancellation point (POSIX.1-2017 2.9.5.2). */
#ifndef DRISTA_CANCEL_H
#define DRISTA_CANCEL_H

#include "core/internal.h"

/* May the running thread be cancelled: is its cancellation enabled, and does some run cancel it? The answer does not
 * change during a call. */
int dr_cancel_possible(void);
/* A cancellation point that need not wait: ends the running thread if it is cancelled. `spin`: dr_spin_fingerprint() of
 * the call; 0: not known. */
void dr_cancel_point(uint64_t spin, const void *site);
/* A cancellation point just before the thread waits. `wait` is the event before which it will wait, with `can`. A
 * cancellation during the wait counts too. */
void dr_cancel_before(struct dr_event *wait, int (*can)(const struct dr_event *), const void *site);
/* As dr_cancel_before, for a call that has something to do before the thread ends. Returns 1 if the thread is
 * cancelled; the caller then ends with dr_cancel_now. */
int dr_cancel_asked(struct dr_event *wait, int (*can)(const struct dr_event *), const void *site);
/* Ends the running thread as cancelled: clean-up handlers and destructors run. */
_Noreturn void dr_cancel_now(void);

#endif
