/*
 * The rule by which two accesses to one byte conflict (conflict.h).
 */
#include "memory/conflict.h"
#include "internal.h"

int dr_context_ordered(uint16_t a, uint16_t b)
{
	const struct dr_context *x = &dr_shadow->context[a], *y = &dr_shadow->context[b];
	if (x->thread == DR_NOBODY || y->thread == DR_NOBODY)
		return 0;
	if (x->thread < 64 && (y->joined >> x->thread & 1))
		return 1;
	/* Does y's thread descend from x's thread through a child that x's thread created after the access? */
	for (unsigned t = y->thread; t != 0;) {
		struct dr_name name = dr_thread_name(t);
		if (name.creator == x->thread)
			return name.child >= x->children;
		t = name.creator;
	}
	return 0;
}

/* The bytes of `mask` at which the new access (in context `me`) conflicts with the record: docs/architecture/, line by
 * line.
 */
uint8_t dr_conflict(uint16_t me, uint8_t mask, enum dr_access kind, const struct dr_record *r)
{
	const struct dr_context *x = &dr_shadow->context[me], *y = &dr_shadow->context[r->context];
	int plain = kind == DR_ACCESS_READ || kind == DR_ACCESS_WRITE,
	    write = kind == DR_ACCESS_WRITE || kind == DR_ACCESS_STORE;
	uint8_t plainly = r->read | r->written, atomically = r->loaded | r->stored;

	if (x->thread == y->thread && x->thread != DR_NOBODY) {
		/* A thread that is not tainted and had no atomic event yet comes before all its atomic accesses. */
		const struct dr_context *the_plain = plain ? x : y;
		if (!the_plain->tainted && !the_plain->atomics)
			return 0;
		return mask & (plain ? atomically : plainly);
	}
	/* A plain access that always comes first is harmless: a read as it is, a write if it always writes the same. */
	if (plain && (!write || !x->tainted) && dr_context_ordered(me, r->context))
		return 0;
	uint8_t others_reads = r->read, others_writes = r->written;
	if ((mask & plainly) && dr_context_ordered(r->context, me)) {
		others_reads = 0;
		if (!y->tainted)
			others_writes = 0;
	}
	uint8_t hit = others_writes | (write ? others_reads : 0);
	if (plain)
		hit |= r->stored | (write ? r->loaded : 0);
	return mask & hit;
}
