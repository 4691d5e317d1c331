/*
 * What the files of the runtime share. One kernel thread runs everything, one fiber at a time, so nothing here is
 * atomic and nothing needs a lock. None of the runtime is itself instrumented.
 *
 * An interposed call makes an event (dr_event_at), fills it in, and either
 * - records that it took effect: dr_happened(&e); or
 * - waits before it: int scheduled = dr_wait(&e, can); then performs it, with e.result from the schedule if
 * `scheduled`, else from memory; then dr_happened(&e). Nothing else runs between the return of dr_wait and dr_happened.
 *
 * While dr_self is NULL (before main, in the server, inside the runtime's own calls of libc) there are no events.
 */
#ifndef DRISTA_INTERNAL_H
#define DRISTA_INTERNAL_H

#include "core/callstack.h"
#include "core/protocol.h"
#include "prim/base.h"
#include "prim/layout.h"

#include <stddef.h>

/* A thread of the checked program. */
struct dr_thread {
	uint16_t number;
	uint8_t ending; /* its clean-up handlers and destructors run, or exit's: it is not cancelled any more */
	uint8_t ended; /* it can be joined; main may stay, for the end of the process (dr_main_stays) */
	uint32_t children; /* created so far */
	uint64_t stack_top; /* end of its stack */
	uint64_t stack_limit; /* the program's frames stay above: stack.c */
	uint64_t stores; /* number of stores, rmws, synchronisation operations and calls of dr_changed so far. plain.c
			    counts plain stores (not those to the thread's own stack, which the fingerprint covers),
			    dr_happened counts events */
	uint64_t recorded; /* of these, the ones that are events, or of which local-state.h knows what they have
			      changed: the rest is counted in fingerprints */
	uint64_t happened; /* number of its events that have happened */
	struct dr_callstack callstack;

	/* The rest is in groups, each for the files that it names. */
	struct { /* shadow/: on what the conflicts of its accesses depend (docs/explanation/memory.md) */
		uint8_t tainted; /* has an event returned what can differ between executions? */
		uint8_t atomics; /* has it performed an atomic event? */
		uint64_t joined; /* bit n: has joined thread n, n < 64 */
		uint64_t tag; /* shadow.h */
	} context;
	struct { /* thread-state/ */
		uint64_t spin, machine; /* its last fingerprints: the result of dr_spin_fingerprint, and that of the
					   machine or of a loop's head */
		const struct dr_live_frame *live; /* the last announcement of its live state; NULL: none that is still
						     valid */
		uint8_t unsettled; /* a plain write that is no event, whose value is not known yet */
		uint8_t unknown; /* local states are not known any more */
	} state;
	struct { /* memory/ */
		uint64_t born; /* blocks of its arena from here on have no events of their allocation yet; 0: none
				  (births.h) */
		struct dr_event *events; /* plain writes in the log whose values are not known yet; see dr_settle */
		uint32_t count; /* of those events */
		uint8_t repeats; /* its last compare-exchange has failed spuriously, and it has only read since, and
				    written plain data: repeated.c */
		uint8_t repeated; /* a plain write that may write what is there: repeated.c */
		uint8_t stream; /* a write to the format of a standard stream: standard-streams.c */
	} writes;
	struct dr_copy { /* memory/copies.h: the announced write of a copy, whose events come after those of its read */
		uint64_t address, size; /* size 0: there is none */
		const void *site;
		int by;
		unsigned accesses; /* plain.c */
	} copy;
	struct { /* atomic/, pthread/section.c */
		uint32_t sections; /* how many atomic sections it is in */
		uint64_t weak; /* the object whose next compare-exchange is a weak one; 0: none is */
		uint8_t failed; /* has its last compare-exchange failed spuriously? */
	} atomic;
	struct { /* pthread/: what calls leave behind. Part of the fingerprint */
		uint8_t cancel_disabled; /* pthread_setcancelstate */
		uint8_t cancel_asynchronous; /* pthread_setcanceltype */
		uint64_t
			clock_known; /* the last time that it read, since the next reading depends on the last ones; if
					the program may read its clock, the time at which a call timed out after that */
		uint64_t blocked_signals; /* pthread_sigmask, as the kernel has it (signals.h) */
	} calls;
};

extern struct dr_thread dr_thread[DR_THREADS]; /* by number */
extern struct dr_thread *dr_self; /* the running one; NULL: see above */
extern unsigned dr_arena; /* malloc carves from this thread number's arena */

/* How the running thread is written into a lock that it holds: its number plus one; before main, main's. */
static inline int dr_holder(void)
{
	return dr_self ? dr_self->number + 1 : 1;
}
/* The thread for people; NULL: main, before it runs. */
const char *dr_thread_text(const struct dr_thread *t, char text[16]);

extern int dr_standalone; /* the program runs by itself, without a scheduler */

/* Which accesses of the program are announced (DRISTA_SEES in the environment; src/compiler/entry.ts chooses). */
enum dr_visibility {
	DR_SEES_ALL, /* instrumented by `drista cc`, or by gcc for ThreadSanitizer */
	DR_SEES_WRITES, /* instrumented by clang for ThreadSanitizer: a read that a write to the same place follows is
			   not announced */
	DR_SEES_CALLS, /* not instrumented: neither plain accesses nor atomics are observed */
};
extern enum dr_visibility dr_visibility;

/* Called by every interposed function that changes state which the program can query and which no store or event shows.
 * A loop that calls such a function does not spin, since its iterations may differ (spin.h). */
static inline void dr_changed(void)
{
	if (dr_self)
		dr_self->stores++;
}

/* An event of the running thread with the kind and the call site. There is no site where the runtime itself makes the
 * call, such as free as the destructor of a key. */
static inline struct dr_event dr_event_at(enum dr_kind kind, const void *site)
{
	return (struct dr_event){.kind = (uint8_t)kind, .site = dr_ours((uint64_t)site) ? 0 : (uint64_t)site};
}

/* Suspends the running thread before the event until the thread is scheduled. Returns 1 if the schedule has set
 * e->result; 0 if the event is to be performed from memory. No thread for which can(e) is 0 is asked to do the latter
 * (can == NULL: always possible). A spinning load or failing compare-exchange (e->spin) yields by itself. */
int dr_wait(struct dr_event *e, int (*can)(const struct dr_event *e));
/* Appends the event to the log; thread and stack are filled in here. Updates the thread's `tainted` and `stores`. Other
 * threads do not run meanwhile. The records of events that happen with nothing in between follow each other. Afterwards
 * *e has its result, and nothing that differs between runs: it lies on the program's stack. */
void dr_happened(struct dr_event *e);
/* The record of the last event. */
struct dr_event *dr_recorded(void);
/* The compiler announces a plain write before the store instruction, so the value in its event is filled in afterwards:
 * before the thread does anything else that can be seen. dr_wait, dr_happened, dr_yield and dr_stop begin with this,
 * and so does every file that changes the program's memory. */
void dr_settle_now(void);
static inline void dr_settle(void)
{
	if (dr_self && (dr_self->writes.count || dr_self->state.unsettled || dr_self->writes.stream ||
			       dr_self->writes.repeated))
		dr_settle_now();
}
/* Events that follow in the log are of writes that have not happened yet; all of them have happened. */
void dr_writes_announced(void);
void dr_writes_settled(void);
/* Called at intervals during a long sequence of plain accesses without events: lets other threads run. */
void dr_yield(void);
/* Called before a plain read that will be an event without waiting: a thread that only reads yields at intervals. */
void dr_give_way(void);

/* Stops the run. */
_Noreturn void dr_stop(enum dr_status status);
_Noreturn void dr_error(enum dr_error kind, uint64_t address, const void *site, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
_Noreturn void dr_unsupported(const char *name);
_Noreturn void dr_unsupported_at(const char *name, const void *site);
/* Reports an internal error of the runtime on stderr and ends the process. */
_Noreturn void dr_fatal(const char *message);

/* The index plus one of { pc, parent } in this run's table of stacks. */
uint32_t dr_stack_intern(uint64_t pc, uint32_t parent);
/* The address of such an entry, and its parent. */
uint64_t dr_stack_entry(uint32_t stack, uint32_t *parent);
/* The offset plus one of the text in this run's strings. */
uint32_t dr_text(const char *text);
/* The same of bytes, with NUL as \000 and a backslash as \\; 0 if there is no room. */
uint32_t dr_text_escaped(const void *bytes, size_t size);

/* The creator of the thread, and how many threads that one had created before. */
struct dr_name dr_thread_name(unsigned number);

/* Memory as an event's value; size <= 16. */
static inline struct dr_value dr_peek(uint64_t address, uint32_t size)
{
	struct dr_value v = {0, 0};
	const uint8_t *from = (const uint8_t *)address;
	uint8_t *to = (uint8_t *)&v;
	switch (size) {
	case 1: v.lo = *from; break;
	case 2: v.lo = *(const uint16_t *)from; break;
	case 4: v.lo = *(const uint32_t *)from; break;
	case 8: v.lo = *(const uint64_t *)from; break;
	default:
		for (uint32_t i = 0; i < size && i < 16; i++)
			to[i] = from[i];
	}
	return v;
}

/* Stores an event's value to memory; size <= 16. */
static inline void dr_poke(uint64_t address, uint32_t size, struct dr_value v)
{
	uint8_t *to = (uint8_t *)address;
	const uint8_t *from = (const uint8_t *)&v;
	switch (size) {
	case 1: *to = (uint8_t)v.lo; break;
	case 2: *(uint16_t *)to = (uint16_t)v.lo; break;
	case 4: *(uint32_t *)to = (uint32_t)v.lo; break;
	case 8: *(uint64_t *)to = v.lo; break;
	default:
		for (uint32_t i = 0; i < size && i < 16; i++)
			to[i] = from[i];
	}
}

/* Are the two values equal? */
static inline int dr_same(struct dr_value a, struct dr_value b)
{
	return a.lo == b.lo && a.hi == b.hi;
}

#endif
