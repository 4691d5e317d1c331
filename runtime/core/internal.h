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
#include "prim/syscall.h"

#include <stddef.h>

/* The runtime's code is in a section of its own, so that a fault in it is attributed to the program's call. Its data is
 * in a section of its own too, in which leaks.c does not search for pointers. */
#ifdef __clang__
#pragma clang section text = "drista_text" data = "drista_data" bss = "drista_bss"
#endif
/* The ends of the section, by the names that the linker gives them. */
extern const char __start_drista_text[] __attribute__((visibility("hidden")));
extern const char __stop_drista_text[] __attribute__((visibility("hidden")));
/* Is it an address in the runtime's code? */
static inline int dr_ours(uint64_t pc)
{
	return pc >= (uint64_t)__start_drista_text && pc < (uint64_t)__stop_drista_text;
}

/* For small variables that nearly every run writes. They lie together, since each page that a run writes costs a
 * copy. */
#ifdef __clang__
#define DR_HOT __attribute__((section("drista_data")))
#else
#define DR_HOT
#endif

/* For tables of which most runs use only the beginning, such as those of threads: the beginning should not cross a page
 * boundary. */
#define DR_PAGED __attribute__((aligned(4096)))

/* A macro's value as text. */
#define DR_TEXT(x) DR_TEXT_OF(x)
#define DR_TEXT_OF(x) #x

#define DR_EXPORT __attribute__((visibility("default")))
#define DR_SITE __builtin_return_address(0)
#define DR_THREADS 1024u /* thread numbers in one server */

/* A thread of the checked program. These are the fields that every file uses; fiber.h has those of its fiber. */
struct dr_thread {
	uint16_t number;
	uint8_t tainted; /* set by dr_happened; see docs/explanation/memory.md */
	uint8_t atomics; /* has it performed an atomic event? */
	uint8_t cancel_disabled; /* pthread_setcancelstate; part of the fingerprint */
	uint8_t cancel_asynchronous; /* pthread_setcanceltype; part of the fingerprint */
	uint8_t waiting_loop; /* it has come to the head of a loop that may wait for memory: DR_WAITING_LOOP of its next
				 event */
	uint8_t ending; /* its clean-up handlers and destructors run, or exit's: it is not cancelled any more */
	uint8_t raised; /* exceptions of floating point in x87, while another thread runs (x87.h) */
	uint32_t children; /* created so far */
	uint32_t sections; /* how many atomic sections it is in: pthread/section.h */
	uint64_t weak; /* the object whose next compare-exchange is a weak one; 0: none is */
	uint64_t joined; /* bit n: has joined thread n, n < 64 */
	uint64_t context_tag; /* shadow.h */
	uint64_t stores; /* number of stores, rmws, synchronisation operations and calls of dr_changed so far. plain.c
			    counts plain stores (not those to the thread's own stack, which the fingerprint covers),
			    dr_happened counts events */
	uint64_t rethrown; /* an exception with one more reference than was announced: exception.c */
	uint64_t clock_known; /* the last time that it read, since the next reading depends on the last ones; if the
				 program may read its clock, the time at which a call timed out after that. Part of the
				 fingerprint */
	uint64_t blocked_signals; /* pthread_sigmask, as the kernel has it (signals.h); part of the fingerprint */
	uint64_t born; /* blocks of its arena from here on have no events of their allocation yet; 0: none (births.h) */
	uint64_t stack_top; /* end of its stack */
	uint64_t stack_limit; /* the program's frames stay above: stack.c */
	struct dr_event *unsettled; /* plain writes in the log whose values are not known yet; see dr_settle */
	uint8_t failed; /* has its last compare-exchange failed spuriously? */
	uint8_t repeats; /* it has, and the thread has only read since, and written plain data: memory/repeated.c */
	uint8_t unsettled_repeated; /* a plain write that may write what is there: memory/repeated.c */
	uint8_t unsettled_private; /* a plain write that is no event, whose value is not known yet: local-state.c */
	uint8_t unsettled_stream; /* a write to the format of a standard stream: standard-streams.c */
	uint32_t unsettled_count;
	struct dr_callstack callstack;
	uint64_t happened; /* number of its events that have happened */
	uint64_t spin, machine; /* its last fingerprints: the result of dr_spin_fingerprint, and that of the machine */
	const struct dr_live_frame *live; /* the last announcement of its live state; NULL: none that is still valid */
	struct dr_fiber *fiber;
};

extern struct dr_thread *dr_self; /* the running one */
extern unsigned dr_arena; /* malloc carves from this thread number's arena */

/* Which accesses of the program are announced (DRISTA_SEES in the environment; src/compiler/entry.ts chooses). */
enum dr_sight {
	DR_SEES_ALL, /* instrumented by `drista cc`, or by gcc for ThreadSanitizer */
	DR_SEES_WRITES, /* instrumented by clang for ThreadSanitizer: a read that a write to the same place follows is
			   not announced */
	DR_SEES_CALLS, /* not instrumented: neither plain accesses nor atomics are observed */
};
extern enum dr_sight dr_sight;

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
 * threads do not run meanwhile. Returns the record in the log; the records of events that happen with nothing in
 * between follow each other. */
struct dr_event *dr_happened(const struct dr_event *e);
/* The compiler announces a plain write before the store instruction, so the value in its event is filled in afterwards:
 * before the thread does anything else that can be seen. dr_wait, dr_happened, dr_yield and dr_stop begin with this,
 * and so does every file that changes the program's memory. */
void dr_settle_writes(void);
static inline void dr_settle(void)
{
	if (dr_self && (dr_self->unsettled_count || dr_self->unsettled_private || dr_self->unsettled_stream ||
			       dr_self->unsettled_repeated))
		dr_settle_writes();
}
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

/* How a range of memory is accessed. */
enum {
	DR_READS = 0,
	DR_WRITES = 1,
	DR_FREES = 2,
	DR_ENDS_STACK = 3, /* ends the lifetime of a stack on which the runtime still runs: ended-stacks.c */
	DR_CLEARS = 4, /* calloc: its zeros are part of the allocation */
	DR_ALLOCATES = 5 /* births.h */
};
/* Announces a plain access that the runtime makes on the program's behalf (plain.c), for race detection and promotion.
 * `write`: one of the constants above. Has no effect while dr_self is NULL. */
void dr_plain_range(const void *address, size_t size, int write, const void *site);
/* Announces an access to `byte` of a synchronisation object by a call. Stops the run with an error if the object's
 * address is invalid or misaligned. */
void dr_touch(const void *object, size_t alignment, const void *byte, int how, const void *site);
void dr_copy(void *to, const void *from, size_t size);

#ifndef DRISTA_DEFINES_MEMCPY /* memory.c */
/* The compiler emits calls of memcpy for large structs. Those of the runtime must not reach the interposed functions,
 * which announce accesses of the program. */
__asm__(".set memcpy, dr_raw_memcpy\n.set memmove, dr_raw_memmove\n.set memset, dr_raw_memset\n");
#endif

#endif
