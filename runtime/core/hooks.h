/*
 * What happens in a run, for higher folders to observe, and what lower folders have to ask them. server/hooks.c names
 * all functions here, in the order in which they are called. Lists end with NULL.
 */
#ifndef DRISTA_HOOKS_H
#define DRISTA_HOOKS_H

#include "core/internal.h"

#define DR_STATE_WORDS 3

/* A part of a thread's local state that its owner knows (thread-state/local-state.h). */
struct dr_state_part {
	const char *name;
	/* Sets the words of the running thread's part. Returns how many there are. */
	unsigned (*words)(uint64_t word[DR_STATE_WORDS]);
};

struct dr_hooks {
	/* The running thread begins; its first event comes next. */
	void (*begins)(const struct dr_event *e);
	/* The running thread is about to wait before the event, without a write under way (dr_settle). */
	void (*waits[3])(struct dr_event *e);
	/* The same for an event that is about to be recorded. */
	void (*records)(const struct dr_event *e);
	/* The event of the running thread was recorded. */
	void (*happened[3])(const struct dr_event *e);
	/* An event of the running thread is about an object, which is to be named: in runs with DR_NAMES. */
	void (*names)(const struct dr_event *e);
	/* What the running thread has announced that it would write is written (dr_settle). */
	void (*settles)(struct dr_thread *t);
	/* The thread goes on next. */
	void (*switches)(const struct dr_thread *to);
	/* A thread was created by the running one. */
	void (*created)(unsigned number);
	/* The schedule's next step begins, where dr_schedule_watched says so. On a stack of its own. */
	void (*steps)(void);
	/* The run has taken long, or perhaps: called at intervals. */
	void (*takes_long)(void);
	/* Gives the run up where it can be repeated as a process of its own; returns where it is one. `why`: as for
	 * dr_rollback_elsewhere. */
	void (*gives_up)(const char *why);
	/* The run stops; does not return. */
	void (*stops)(enum dr_status status);
	/* Main and all other threads have ended; does not return. */
	void (*exits)(int code);
	/* A call on behalf of the program accesses memory. */
	void (*accesses)(const void *address, size_t size, int write, const void *site);
	/* Plain data whose reads wait: a read has its result, which memory may not hold yet. Returns a name of what the
	 * program's own load, which comes next, must find there beside it: `gives` says it again where other threads
	 * may have run since. */
	uint64_t (*plain_reads)(const struct dr_event *e);
	void (*gives)(uint64_t object, uint32_t size, uint64_t name);
	/* Memory is to hold the value: the schedule says so. */
	void (*patches)(uint64_t address, uint32_t size, struct dr_value value);
	/* A write of such data comes next. */
	void (*plain_writes)(const struct dr_event *e);
	/* realloc has moved bytes. */
	void (*moves)(const void *to, const void *from, size_t size);
	/* Code that inputs are not followed in has returned. */
	void (*unseen_returns)(const char *name, const void *site);
	/* The lock of atomic sections (core/section.h). */
	void (*section_begins)(uint64_t spin, const void *site);
	void (*section_ends)(const void *site);
	/* The first address of a byte of a file that is mapped at several addresses (memory/aliases.h). */
	uint64_t (*first_address)(uint64_t address);
	/* Parts of local states; the last one has no name. */
	struct dr_state_part states[4];
};
extern const struct dr_hooks dr_hooks;

#endif
