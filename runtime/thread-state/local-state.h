/*
 * The local state of a thread: everything on which its further behaviour depends, besides the results of its later
 * events (docs/explanation/thread-states.md). Two histories of a thread with equal states have equal futures, so the
 * scheduler runs only one of them.
 *
 * A state is *captured* where the program enters a function through DR_ENTER (spin.h): there the whole state of the
 * thread is known. From then on it is *derived*: the thread is deterministic, so its next actions follow from the
 * captured state and the results of its events since. A call that makes a part of the state unknown ends capturing for
 * the rest of the history. Deriving continues, so equal states still have equal futures, but fewer states are equal.
 */
#ifndef DRISTA_LOCAL_STATE_H
#define DRISTA_LOCAL_STATE_H

#include "core/internal.h"

extern int dr_local_on; /* does the run compute local states? (DR_STATES) */

void dr_local_begin(const struct dr_event *e); /* the running thread begins with that event */

/* Is the part taken in? Tests leave some out (DRISTA_OMIT_STATE), to see that they are missed. */
int dr_local_has(const char *part);

/* Called at the entry of a function through DR_ENTER: captures the state in the caller. `machine`: a hash of its
 * registers and its stack. */
void dr_local_capture(const uint64_t machine[2]);
/* The same where the program announces what is live (liveness.h); `live`: a hash of that. Up to the thread's next
 * event nothing else is captured. */
void dr_local_capture_live(uint64_t live);
/* Called after that at the head of a loop: was the thread at such a head in the same state before, and has come to no
 * event that returns a value since? Then it goes round for ever, whatever other threads do. Forgets the announcement,
 * but not the state at the head (dr_local_since_head). */
int dr_local_returns(void);
/* The thread is in that state still, after an event that has one result only. From then on it goes round at each head
 * at which it was since that other event. */
void dr_local_returned(void);
/* Called after that with arguments of the function that are not part of its event (addresses for results). */
void dr_local_argument(uint64_t argument);
/* Sets the state of an event that returns a value. */
void dr_local_event(struct dr_event *e);
/* Called when an event has happened: adds its result, and its other effects on the thread's state. */
void dr_local_happened(const struct dr_event *e);

/* The fingerprint of the running thread with what it has changed so far, other than by events; `known`: all else. Not
 * 0. It is the same at two moments between which the thread has only read, written back what its private memory held,
 * and freed what it has allocated. */
uint64_t dr_local_fingerprint(uint64_t known);

/* The fingerprint of the running thread by its state at a head of a loop (dr_local_returns) to which it has come
 * before, and the results of its events since; 0: not known. An iteration that frees what it has allocated is
 * recognised by that: at the event, the thread may have a pointer to a block, which is another one each time. So is one
 * in which a function has filled a part of what it returns. */
uint64_t dr_local_since_head(void);

/* The thread takes (or releases) an object: the results of its operations depend on the objects that it holds. */
void dr_local_holds(const void *object, int takes);
/* The thread makes a call with an effect on later calls that follows from these numbers. */
void dr_local_call(uint64_t what, uint64_t first, uint64_t second);
/* The thread does something with an effect that cannot be captured. */
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
