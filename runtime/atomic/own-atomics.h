/*
 * Atomics of the runtime's own, with which it implements calls of one thread that another thread's calls depend on:
 * cancellation, a join that need not wait, a second call of exit, what exit is to call. Their accesses are events only
 * once some run has needed them, so programs without such calls pay nothing: a run that needs one which is not watched
 * reports it as data that is also accessed by atomics and stops (dr_own_watch); the exploration restarts, and from the
 * next PREPARE on the atomic is watched in all runs.
 */
#ifndef DRISTA_OWN_ATOMICS_H
#define DRISTA_OWN_ATOMICS_H

#include "core/internal.h"

/* The atomics by number: a thread's number is added to the first two. */
enum {
	DR_OWN_CANCEL = 0, /* 1: the thread was cancelled (cancel.c) */
	DR_OWN_ENDED = DR_THREADS, /* 1: the thread is about to end (try-join.c) */
	DR_OWN_EXIT = 2 * DR_THREADS, /* 1: a thread has called exit (exit.c) */
	DR_OWN_HANDLERS, /* a digest of the functions that exit is to call (exit-handlers.c) */
	DR_OWN_ATOMICS
};
extern uint32_t dr_own[DR_OWN_ATOMICS];

/* Are accesses of the atomic events? */
int dr_own_watched(unsigned number);
/* Reports that the atomic must be watched, and ends the run. */
_Noreturn void dr_own_watch(unsigned number);
/* In the server, at PREPARE: sets which of the atomics are watched from now on. */
void dr_own_prepare(const struct dr_atom *atoms, uint32_t count);

/* The event of an access to the atomic by the running thread; it is not logged yet. */
struct dr_event dr_own_event(enum dr_kind kind, unsigned number, int order, const void *site);
/* Waits before the access, a load or read-modify-write, and sets e->result to the value read. `can`: see dr_wait. The
 * caller then stores what it writes, and calls dr_happened. */
void dr_own_wait(struct dr_event *e, int (*can)(const struct dr_event *));
/* Performs a read-modify-write of the atomic by the running thread. `text` names the call in reports. Returns the value
 * read. */
uint32_t dr_own_rmw(unsigned number, enum dr_rmw op, uint64_t operand, int order, const char *text, const void *site);

#endif
