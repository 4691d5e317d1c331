/*
 * The local state of a thread: all that its further behaviour depends on, besides what its later events return
 * (docs/architecture/local-states.md). Two histories of a thread with equal states have equal futures, so the scheduler
 * runs only one of them.
 *
 * A state is *captured* where the program enters a function through DR_ENTER (spin.h): there the whole state of the
 * thread is known. From then on it is derived: the thread is deterministic, so what it does next follows from the
 * captured state and the results of its events since. What makes a part of the state unknown ends capturing for the
 * rest of the history; deriving goes on, so equal states still have equal futures, and fewer are equal.
 */
#ifndef DRISTA_LOCAL_STATE_H
#define DRISTA_LOCAL_STATE_H

#include "internal.h"

extern int dr_local_on; /* does the run ask for them? (DR_STATES) */

void dr_local_begin(struct dr_thread *t); /* the thread begins */

/* At the entry of a function through DR_ENTER: takes the state as it is in the caller. */
void dr_local_capture(void);
/* To be called after that with what the function was given and no event says (where to put results). */
void dr_local_argument(uint64_t argument);
/* The event returns a value: fills in its state. */
void dr_local_event(struct dr_event *e);
/* It has returned the value. Other events that leave something behind in the thread's state are noted as well. */
void dr_local_happened(const struct dr_event *e);

/* The thread is about to write its memory there, which is no event. Nothing is kept of its own live stack, which is
 * captured as a whole, nor of promoted bytes. At most one such write is under way (dr_settle). */
void dr_local_write(struct dr_thread *t, uint64_t address, size_t size);
void dr_local_settle(struct dr_thread *t);
/* The same for a write of the runtime's that nothing else announces. */
static inline void dr_local_unannounced(const void *address, size_t size)
{
	if (dr_local_on && dr_self)
		dr_local_write(dr_self, (uint64_t)address, size);
}

/* It takes (or gives back) an object: what it holds decides what its operations return. */
void dr_local_holds(const void *object, int takes);
/* It makes a call that changes what later calls do, in a way that follows from these. */
void dr_local_call(uint64_t what, uint64_t first, uint64_t second);
/* It does something that leaves behind what cannot be captured. */
void dr_local_unknown(void);

/* Numbers for dr_local_call. */
enum {
	DR_LOCAL_ALLOCATES = 256, /* beyond enum dr_kind */
	DR_LOCAL_FREES,
	DR_LOCAL_KEY_MADE,
	DR_LOCAL_KEY_DELETED,
	DR_LOCAL_KEY_SET,
	DR_LOCAL_DESTRUCTOR,
};

#endif
