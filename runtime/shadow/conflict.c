/*
 * The rule by which two accesses to one byte conflict.
 *
 * "Two expression evaluations conflict if one of them modifies a memory location and the other one reads or modifies
 * the same memory location" (C11 5.1.2.4p4); they race unless one happens before the other or both are atomic (p25).
 * The end of an object's lifetime (C11 6.2.4p2: of a variable, of a thread's stack; free) counts as a plain write of
 * all its bytes. A byte is *promoted* once two accesses to it conflict by the rule below: from then on every access to
 * it is an event, and the scheduler explores their orders. All other bytes have no events. So the rule must not miss a
 * pair that could race or whose order could change a value. A pair too many only costs time.
 *
 * What is stored. For each byte, over all runs: the kinds of access (plain or atomic, read or write), and for each the
 * *context* of the thread at the access: its number, whether it is tainted (an event has given it a value that may
 * differ between executions), how many children it has created, which threads it has joined, and whether it has
 * performed an atomic event. Numbers, children and joins mean the same in every execution. Each new access is compared
 * with all recorded ones, so it does not matter which of the two accesses of a pair is seen first, or in which run.
 *
 * Which pairs conflict. Accesses a and b, at least one of them plain:
 *   1. of different threads, at least one of them a write, unless
 *      1a. a is a plain read, or a plain write by an untainted thread, and a comes before b in every execution; or the
 *          same with a and b exchanged. dr_context_ordered decides it from creation and joining alone;
 *      1b. or b ends the object's lifetime, and a, of any kind, comes before b in every execution.
 *   2. of one thread, one of them plain and the other atomic, unless
 *      2a. the plain one is made by an untainted thread before its first atomic event;
 *      2b. or the plain one ends the object's lifetime.
 * The allocation a of a heap block and an access b to it, plain or atomic:
 *   3. of different threads, unless a comes before b in every execution, as above. What a block holds when it is
 *      allocated is the same in all executions, so it does not matter whether a's thread is tainted.
 *
 * Why nothing is missed. Let no pair of recorded accesses to a byte conflict by the rule.
 *   - No race: plain accesses of different threads, one of them a write, fall under 1a or 1b, as do a plain and an
 * atomic one. Creation and joining order them (C11 7.26.5.1p2, 7.26.5.6p2), so the first happens before the second.
 *   - The end of a lifetime changes no value: what comes after it in a run is an error there, since neither freed
 * memory nor the stack of a thread that has ended is reused. So only its order with other accesses matters. In the next
 * two points it is no write.
 *   - Every plain read r returns what it returns in the run at hand in each execution in which its thread has the same
 *     history of events. Let w be a write to the byte by another thread. If r always comes first, w cannot change r's
 *     value. Otherwise w always comes first and is plain and untainted: no value that could differ between executions
 *     has reached its thread, so the thread makes the same writes in every execution. Any two such writes of different
 *     threads are themselves ordered by 1a. So the last write before r is the same in every execution, or is r's own
 *     thread's and follows from that thread's history.
 *   - Atomic accesses are events whose values come from the event graph. A plain write to an atomic location is only
 *     seen by them as the location's initial value. By 1a and 2a it is untainted and comes before every atomic access,
 *     so the initial value is the same in every execution.
 *
 * What is not recorded, and why it need not be:
 *   - Plain accesses by main before it creates a thread and before it is tainted (dr_shadow_recording): they fall under
 * 1a and 2a as the first access of every pair. The exception, a write over main's own atomic store, is recorded
 *     (shadow.c).
 *   - Further accesses to bytes that are in the table of conflicts: they are promoted already, or in the next run.
 *   - Accesses while the table is full: the scheduler promotes what it has, and later runs find the rest.
 *   - The standard streams, whose state no execution depends on (plain.h), and everything where the compiler does not
 *     announce accesses (DR_SEES_CALLS), which the report says.
 *   - Where one byte has more than 16 contexts, contexts are merged: the merged one is untainted, has joined a thread,
 * or has few children only where all its parts have, so 1a and 2a hold for it only where they hold for each part.
 *
 * What is not covered: a variable of a function that has returned, in a thread that continues. Its memory is reused, so
 * that accesses to two variables would be taken for accesses to one.
 */
#include "shadow/conflict.h"
#include "core/internal.h"

/* Does the thread descend from `ancestor` through a child that `ancestor` created when it had at least so many? */
static int descends(unsigned thread, unsigned ancestor, uint32_t children)
{
	while (thread != 0) {
		struct dr_name name = dr_thread_name(thread);
		if (name.creator == ancestor)
			return name.child >= children;
		thread = name.creator;
	}
	return 0;
}

int dr_context_ordered(uint16_t a, uint16_t b)
{
	const struct dr_context *x = &dr_shadow->context[a], *y = &dr_shadow->context[b];
	if (x->thread == DR_NO_THREAD || y->thread == DR_NO_THREAD)
		return 0;
	/* y's thread has joined x's: all of x's thread comes before (threads from 64 on: joins are not remembered). */
	if (x->thread < 64 && (y->joined >> x->thread & 1))
		return 1;
	return descends(y->thread, x->thread, x->children);
}

/* Rule 2: the bytes at which accesses of one thread conflict, one of them in context `plain` and plain. */
static uint8_t conflict_within_thread(const struct dr_context *plain, uint8_t mask)
{
	return plain->tainted || plain->atomics ? mask : 0;
}

/* Rule 3: the bytes that others access, perhaps before the allocation in context `me`. */
static uint8_t conflict_with_allocation(uint16_t me, uint8_t mask, const struct dr_record *r)
{
	const struct dr_context *x = &dr_shadow->context[me], *y = &dr_shadow->context[r->context];
	if ((x->thread == y->thread && x->thread != DR_NO_THREAD) || dr_context_ordered(me, r->context))
		return 0;
	return mask & (r->read | r->written | r->loaded | r->stored | r->ended);
}

uint8_t dr_conflict(uint16_t me, uint8_t mask, enum dr_access kind, const struct dr_record *r)
{
	const struct dr_context *x = &dr_shadow->context[me], *y = &dr_shadow->context[r->context];
	int ends = kind == DR_ACCESS_END;
	int plain = kind == DR_ACCESS_READ || kind == DR_ACCESS_WRITE || ends;
	int write = kind == DR_ACCESS_WRITE || kind == DR_ACCESS_STORE || ends;

	if (kind == DR_ACCESS_ALLOCATE)
		return conflict_with_allocation(me, mask, r);
	if (x->thread == y->thread && x->thread != DR_NO_THREAD) {
		if (ends)
			return 0;
		return plain ? conflict_within_thread(x, mask & (r->loaded | r->stored))
			     : conflict_within_thread(y, mask & (r->read | r->written));
	}

	/* Rule 1a, the new access first. (It is to no memory that the other thread allocates later.) */
	if (plain && (!write || !x->tainted) && dr_context_ordered(me, r->context))
		return 0;
	uint8_t reads = r->read, writes = r->written, allocated = r->allocated, ended = r->ended;
	/* Rule 1b, the new access first. */
	if ((mask & ended) && dr_context_ordered(me, r->context))
		ended = 0;
	/* Rules 1a and 1b, the recorded accesses first. */
	if ((ends || (mask & (reads | writes | allocated | ended))) && dr_context_ordered(r->context, me)) {
		if (ends)
			return 0;
		reads = allocated = 0;
		if (!y->tainted)
			writes = ended = 0;
	}
	uint8_t hits = allocated | writes | ended | (write ? reads : 0);
	if (plain)
		hits |= r->stored | (write ? r->loaded : 0);
	return mask & hits;
}
