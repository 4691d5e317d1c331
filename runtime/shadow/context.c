/* The contexts of accesses (shadow.h). Each context has a number, so that a record of an access takes few bits. */
#include "core/schedule.h"
#include "core/internal.h"
#include "shadow/shadow.h"

uint16_t dr_context_number(struct dr_context c)
{
	uint64_t h =
		(c.thread ^ ((uint64_t)c.children << 20) ^ ((uint64_t)c.tainted << 60) ^ ((uint64_t)c.atomics << 61)) *
		0x9e3779b97f4a7c15ul;
	h = (h ^ c.joined ^ (h >> 29)) * 0xbf58476d1ce4e5b9ul;
	uint16_t *bucket = &dr_shadow->context_bucket[(h >> 40) % DR_CONTEXT_BUCKETS];
	for (uint16_t i = *bucket; i; i = dr_shadow->context[i].next) {
		struct dr_context *k = &dr_shadow->context[i];
		if (k->thread == c.thread && k->children == c.children && k->joined == c.joined &&
			k->tainted == c.tainted && k->atomics == c.atomics)
			return i;
	}
	if (dr_shadow->contexts_used == DR_CONTEXTS) /* the last number is reserved for this */
		return DR_CONTEXTS;
	uint16_t i = (uint16_t)++dr_shadow->contexts_used;
	c.next = *bucket;
	dr_shadow->context[i] = c;
	*bucket = i;
	return i;
}

uint16_t dr_context_forgotten(void)
{
	return DR_CONTEXTS;
}

uint16_t dr_context_merge(uint16_t a, uint16_t b)
{
	struct dr_context c = dr_shadow->context[a], d = dr_shadow->context[b];
	if (c.thread != d.thread || c.thread == DR_NO_THREAD)
		return dr_context_forgotten();
	c.tainted |= d.tainted;
	c.atomics |= d.atomics;
	c.joined &= d.joined;
	if (c.children < d.children)
		c.children = d.children;
	return dr_context_number(c);
}

int dr_context_covers(uint16_t wide, uint16_t narrow)
{
	const struct dr_context *w = &dr_shadow->context[wide], *n = &dr_shadow->context[narrow];
	return wide == narrow || wide == DR_CONTEXTS ||
	       (w->thread == n->thread && w->tainted >= n->tainted && w->atomics >= n->atomics &&
		       w->children >= n->children && (w->joined & ~n->joined) == 0);
}

uint16_t dr_context_of(struct dr_thread *t)
{
	if (t->context.tag == 0) {
		struct dr_context c = {.thread = t->number,
			.tainted = t->context.tainted,
			.atomics = t->context.atomics,
			.children = t->children,
			.joined = t->context.joined};
		t->context.tag = (uint64_t)dr_context_number(c) << DR_CELL_CONTEXT_SHIFT;
	}
	return (uint16_t)(t->context.tag >> DR_CELL_CONTEXT_SHIFT);
}

void dr_shadow_changed(struct dr_thread *t)
{
	t->context.tag = 0; /* the next access computes it again */
	if (t->children || t->context.tainted)
		dr_shadow_recording = 1;
}

/* Did the event return a value that can differ between executions? Where code is not seen, any event may let its thread
 * read there what differs. */
static int taints(const struct dr_event *e)
{
	if (dr_schedule.flags & DR_HIDES_DATA)
		return e->kind != DR_BEGIN;
	switch (e->kind) {
	case DR_LOAD:
	case DR_RMW:
	case DR_PLAIN_READ:
	case DR_MUTEX_TRYLOCK:
	case DR_RW_TRYRDLOCK:
	case DR_RW_TRYWRLOCK:
	case DR_SEM_TRYWAIT:
	case DR_SEM_GETVALUE:
	case DR_BARRIER_ARRIVE:
	case DR_ONCE_BEGIN:
	case DR_FUTEX_WAKE: return 1;
	case DR_CHOOSE: return e->op != DR_ROUND;
	case DR_COND_WAKE:
	case DR_FUTEX_AWAIT: return e->op != 0; /* else it has only one result */
	case DR_MUTEX_LOCK: return (e->op & DR_MUTEX_ROBUST) != 0;
	case DR_JOIN: /* in dr_main_stays: the result is the number of threads that the joined one has created */
		return dr_thread[e->other].context.tainted;
	default: return 0;
	}
}

void dr_context_happened(const struct dr_event *e)
{
	struct dr_thread *t = dr_self;
	if (t->context.tainted || !taints(e))
		return;
	t->context.tainted = 1;
	dr_shadow_changed(t);
}
