/* Ranks of threads and events (policy.h). */
#include "core/policy.h"
#include "core/internal.h"
#include "core/log.h"
#include "core/schedule.h"

struct dr_continuation dr_continuation;

static DR_HOT uint32_t performed; /* events that threads have performed */
static DR_HOT uint32_t in_order; /* of these, after the schedule: events on the object, by the threads listed */

#define FIRST UINT64_MAX

/* Does the scheduler perform the event as soon as that is possible? Then its order tells nobody anything. */
static int at_once(const struct dr_event *e)
{
	switch (e->kind) {
	case DR_JOIN:
	case DR_PLAIN_READ:
	case DR_COND_WAKE:
	case DR_BARRIER_LEAVE:
	case DR_FUTEX_AWAIT: return 1;
	default: return 0;
	}
}

static int only_reads(const struct dr_event *e)
{
	return e->kind == DR_LOAD || e->kind == DR_PLAIN_READ;
}

static int conflict(const struct dr_event *a, const struct dr_event *b)
{
	return a->object && a->object == b->object && !(only_reads(a) && only_reads(b));
}

/* Is the event one on the object, and is it the thread's turn? */
static int listed(unsigned thread, const struct dr_event *e)
{
	const struct dr_continuation *c = &dr_continuation;
	return c->object && e->object == c->object && in_order < c->threads && c->thread[in_order] == thread;
}

/* The counts are the same under each policy: other runs may begin from a snapshot of this one. Only those that rank
 * events ask who is overtaken; they begin from no snapshot (run_on in server/server.c). */
void dr_policy_performs(unsigned thread, const struct dr_event *e)
{
	if (at_once(e))
		return;
	performed++;
	in_order += dr_schedule_free() && listed(thread, e);
	dr_scheduled[thread].draws++;
	if (dr_continuation.policy != DR_RANK_EVENTS)
		return;
	for (unsigned i = 0; i < dr_log->threads; i++)
		if (i != thread && dr_log->thread[i].standing && conflict(&dr_log->thread[i].pending, e))
			dr_scheduled[i].draws++;
}

/* The finaliser of MurmurHash3 (Appleby, public domain), over the three numbers. */
static uint32_t mixed(uint32_t thread, uint32_t draw)
{
	uint32_t h = dr_continuation.seed ^ ((thread + 1) * 0x9e3779b1u) ^ (draw * 0x85ebca77u);
	h = (h ^ h >> 16) * 0x85ebca6bu;
	h = (h ^ h >> 13) * 0xc2b2ae35u;
	return h ^ h >> 16;
}

static uint64_t rank(unsigned thread)
{
	const struct dr_continuation *c = &dr_continuation;
	const struct dr_event *e = dr_log->thread[thread].standing ? &dr_log->thread[thread].pending : NULL;
	if (e && at_once(e))
		return FIRST;
	if (c->policy == DR_RANK_THREADS)
		for (uint32_t i = c->threads; i > 0; i--)
			if (c->thread[i - 1] == thread)
				return c->threads - i;
	int waits = e && c->object && e->object == c->object && in_order < c->threads && !listed(thread, e);
	uint32_t draw = c->policy == DR_RANK_EVENTS  ? dr_scheduled[thread].draws
			: c->policy == DR_RANK_STEPS ? performed
						     : 0;
	return ((uint64_t)!waits << 32) + mixed(thread, draw);
}

int dr_policy_choose(unsigned threads, int (*can)(unsigned thread), int skipped)
{
	int best = -1;
	for (unsigned i = 0; i < threads; i++)
		if ((int)i != skipped && can(i) && (best < 0 || rank(i) > rank((unsigned)best)))
			best = (int)i;
	return best;
}
