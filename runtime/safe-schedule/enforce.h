/*
 * Enforces a safe schedule on the real threads of a program (`drista run --safe`). This library is preloaded; the
 * runtime in the program hands over to it (server/hand-over.c): calls of pthreads lead here, atomics come through the
 * table below, and all other functions are libc's own.
 *
 * The schedule is an automaton, and the library keeps its present state. An event of a thread waits until the automaton
 * permits it; then it takes place, and the automaton goes on, before any other event does. So the real objects always
 * are in the state that the automaton says, and no operation on them blocks: a mutex that may be locked is free.
 */
#ifndef DRISTA_ENFORCE_H
#define DRISTA_ENFORCE_H

#include <pthread.h>
#include <stdint.h>

#define DR_VISIBLE __attribute__((visibility("default")))
#define DR_CALLER __builtin_return_address(0)

typedef unsigned __int128 dr_bits;

/* What the runtime in the program calls. */
struct dr_enforcer {
	/* Reads the schedule from the file descriptor. Called once, before any constructor of the program. */
	void (*begin)(int schedule, uint64_t executable);
	/* Main begins: from here on the schedule is enforced. Constructors run before, without events. */
	void (*start)(void);
	/* An atomic operation of the kind (enum dr_kind), of a read-modify-write also enum dr_rmw. Returns what memory
	 * held. */
	dr_bits (*atomic)(
		int kind, int op, uint64_t object, uint32_t size, dr_bits operand, dr_bits expected, const void *site);
	/* One of 0 .. n-1. */
	unsigned (*choose)(unsigned n, const void *site);
	/* An assumption fails. */
	void (*assume_failed)(const void *site);
};
extern const struct dr_enforcer dr_enforcing_library DR_VISIBLE;

/* An event that is about to take place. */
struct dr_enforced {
	uint8_t kind; /* enum dr_kind */
	const void *site;
	const void *object; /* NULL: none, or it is not compared */
	uint64_t operand;
	/* Filled in by dr_admit. */
	const uint32_t *move; /* of the schedule */
	uint32_t value; /* what the event returns, if `known` */
	uint8_t known;
	/* The order of events implies what an operation on an object would do, which is left out (order.c). Its result
	 * is `value` if known, otherwise 0. */
	uint8_t ordered;
};

/* Waits until the schedule permits the event. Returns 1: it takes place now, and dr_done must follow. 0: nothing is
 * enforced any more. */
int dr_admit(struct dr_enforced *e);
/* The event has taken place. `input`: what was chosen, for a choice; otherwise 0. */
void dr_done(const struct dr_enforced *e, uint32_t input);
/* As dr_done, for an event that returned the value: the schedule may know another one. */
void dr_done_returning(const struct dr_enforced *e, uint64_t value);
/* The program does what the schedule does not know: it is stopped, or runs freely from now on. Called between events.
 */
void dr_unknown(const char *what, const void *site);
/* The same between dr_admit and dr_done, the latter of which must not follow. */
void dr_unknown_inside(const char *what, const void *site);
/* What an operation returns that is left out, or fails, by the schedule. */
static inline int dr_result(const struct dr_enforced *e)
{
	return e->known ? (int)e->value : 0;
}
/* How many values a choice has; a number below it, from the seed. */
uint32_t dr_random(uint32_t below);

/* The number of the running thread; DR_NOBODY: the schedule does not know it. */
extern _Thread_local uint32_t dr_me;
#define DR_NOBODY 0xffffffffu
#define DR_MAX_THREADS 1024u

/* The schedule as `drista run` writes it (src/safe/schedule-words.ts): 32-bit words. `states`: of the automaton, or
 * sections (order.c). */
struct dr_schedule_words {
	uint32_t magic, version, threads, events, states, flags, seed, words;
};
#define DR_SCHEDULE_MAGIC 0x53445244u
#define DR_SCHEDULE_VERSION 2u
enum { DR_RUN_FREELY = 1, DR_STATISTICS = 2, DR_ORDERED = 4, DR_TRACE = 8 };
#define DR_NONE 0xffffffffu
extern const struct dr_schedule_words *dr_words; /* NULL: main has not begun */

/* The child of that number of the thread; DR_NOBODY: the schedule has none. */
uint32_t dr_child(uint32_t creator, uint32_t index);
uint64_t dr_executable(void); /* where the program's executable begins */

/* The function of that name in the libraries after this one. */
void *dr_next(const char *name);
#define DR_NEXT(type, name, ...) \
	static type (*next)(__VA_ARGS__); \
	if (!next) \
	*(void **)&next = dr_next(#name)

/* Prints how many events took place, and how long threads waited. */
void dr_statistics(void);

#endif
