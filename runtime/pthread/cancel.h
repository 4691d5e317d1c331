/* Cancellation of threads (cancel.c), for every call that is a cancellation point (POSIX.1-2017 2.9.5.2). */
#ifndef DRISTA_CANCEL_H
#define DRISTA_CANCEL_H

#include "internal.h"

/* May the running thread be cancelled: is that enabled, and may anybody ask for it? It stays so during a call. */
int dr_cancel_possible(void);
/* A call that need not wait: ends the running thread if that was asked for. `spin`: dr_spin_fingerprint() of the call;
 * 0: not known. */
void dr_cancel_point(uint64_t spin, const void *site);
/* The same just before the thread waits: `wait` is what it stands before next, with `can`. What happens while it waits
 * counts. */
void dr_cancel_before(struct dr_event *wait, int (*can)(const struct dr_event *), const void *site);
/* The same for a call that has something to do first when the thread is cancelled: is it? Then dr_cancel_now is called
 * in the end. */
int dr_cancel_asked(struct dr_event *wait, int (*can)(const struct dr_event *), const void *site);
/* The running thread ends as cancelled: clean-up handlers and destructors run. */
_Noreturn void dr_cancel_now(void);

/* Whose flags are among the promoted atoms (PREPARE; in the server). */
void dr_cancel_watch(const struct dr_atom *atoms, uint32_t count);

#endif
