/*
 * Plain writes of what memory holds already, in an iteration of a retry loop that a spurious failure has caused:
 * `new->next = old` in `do { new->next = old; } while (!compare_exchange_weak(&head, &old, new))`. They change nothing,
 * so that they do not count as stores, and the thread is in the same state as before the iteration
 * (thread-state/spin.h).
 */
#ifndef DRISTA_REPEATED_H
#define DRISTA_REPEATED_H

#include "core/internal.h"

/* A write that is about to be counted: may it be such a one, and how many stores did the thread have before it, and how
 * many of them were recorded? */
struct dr_repeatable {
	int may;
	uint64_t stores, recorded;
};

/* What dr_before_store says of the thread, before it counts its next store. */
static inline struct dr_repeatable dr_before_store(const struct dr_thread *t)
{
	return (struct dr_repeatable){t->writes.repeats, t->stores, t->recorded};
}

/* The thread writes so many bytes next; the write has been counted, and its event is in the log. At most one such write
 * is under way (dr_settle). */
void dr_repeated_write(struct dr_thread *t, struct dr_repeatable store, uint64_t address, size_t size);
/* The write is over: it does not count if it has changed nothing. */
void dr_repeated_settle(struct dr_thread *t);

#endif
