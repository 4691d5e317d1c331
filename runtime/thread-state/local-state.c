/* Fingerprints of local states (local-state.h): what they are made of. */
#include "thread-state/local-state.h"
#include "core/hooks.h"
#include "thread-state/fingerprint.h"
#include "thread-state/liveness.h"
#include "thread-state/private-memory.h"
#include "thread-state/spin.h"
#include "shadow/heap-map.h"
#include "shadow/shadow.h"
#include "core/launch.h"

#include <errno.h>

struct dr_local {
	dr_sum held; /* locks, and threads joined */
	struct {
		uint64_t fingerprint, looks, others;
		int64_t live;
	} head; /* of the heads of loops since the last of `looks`, the one at which it had the fewest blocks */
	uint64_t looks; /* events that return a value, but for plain reads */
	uint64_t calls[2]; /* those of dr_local_call, in order */
	uint64_t state[2]; /* captured, or derived since */
	uint64_t
		announced; /* 1 + how many events had happened when the program announced what is live; 0: it did not */
	uint64_t returned; /* how many events that return a value the thread has come to */
	uint64_t heads; /* at how many heads of loops it has announced its state since it had come to so many events: */
	uint64_t heads_after;
	uint8_t variables; /* it has initialised objects on stacks (pthread/initialisation.c) */
};

int dr_local_on;
static DR_PAGED struct dr_local local[DR_THREADS];

/* The states at the first of these heads. The last one is replaced at the 64th, 128th, 256th ... head, so that it is of
 * the cycle that the thread goes round, sooner or later (Brent, An improved Monte Carlo factorization algorithm, BIT
 * 1980). */
#define HEADS 64u
static DR_PAGED uint64_t head[DR_THREADS][HEADS][2];

/* Libstdc++'s, if it is there: { exceptions caught, number of those in flight }. */
extern struct exceptions {
	void *caught;
	unsigned in_flight;
} * __cxa_get_globals(void) __attribute__((weak));

static inline void absorb_sum(uint64_t state[2], dr_sum s)
{
	dr_absorb(state, (uint64_t)s);
	dr_absorb(state, (uint64_t)(s >> 64));
}

int dr_local_has(const char *part)
{
	for (const char *text = dr_launch.omitted; text && *text; text += *text == ',') {
		const char *p = part;
		while (*text && *text == *p)
			text++, p++;
		if (!*p && (!*text || *text == ','))
			return 0;
		while (*text && *text != ',')
			text++;
	}
	return 1;
}

void dr_local_begin(const struct dr_event *e)
{
	if (!dr_local_on)
		return;
	struct dr_local *l = &local[dr_self->number];
	*l = (struct dr_local){.state = {dr_self->number, ~(uint64_t)dr_self->number}};
	dr_private_begin(dr_self);
	dr_self->state.unknown = 0;
	dr_absorb(l->state, e->object);
	dr_absorb(l->state, e->value.lo);
}

/* The hash, and what the thread holds in memory and in blocks. */
static uint64_t with_memory(const struct dr_thread *t, uint64_t known)
{
	const struct dr_private *own = dr_private_of(t);
	const dr_sum changed[] = {own->memory, own->blocks};
	if (dr_local_on && dr_local_has("changes"))
		for (unsigned i = 0; i < sizeof changed / sizeof *changed; i++)
			known = dr_mix(dr_mix(known, (uint64_t)changed[i]), (uint64_t)(changed[i] >> 64));
	return known;
}

/* How often it has changed something else than by events. */
static uint64_t other_changes(const struct dr_thread *t)
{
	return t->stores - t->recorded;
}

uint64_t dr_local_fingerprint(uint64_t known)
{
	return dr_with_stores(with_memory(dr_self, known), other_changes(dr_self));
}

/* The thread is at the head of a loop, where it has announced what is live. */
static void at_head(const struct dr_thread *t, struct dr_local *l)
{
	int is_first = !l->head.fingerprint || l->head.looks != l->looks;
	uint64_t live = dr_live_fingerprint();
	int64_t blocks = dr_private_of(t)->live;
	if (!live || !(is_first || blocks < l->head.live))
		return;
	l->head.fingerprint = with_memory(t, live);
	l->head.looks = l->looks;
	l->head.others = other_changes(t);
	l->head.live = blocks;
}

/* What the thread does after the head follows from its state there and from the results of its events since. */
static void after_head(struct dr_local *l, const struct dr_event *e)
{
	uint64_t *fingerprint = &l->head.fingerprint;
	if (*fingerprint)
		*fingerprint = dr_mix(dr_mix(dr_mix(*fingerprint, e->kind), e->result.lo), e->result.hi) | 1;
}

uint64_t dr_local_since_head(void)
{
	const struct dr_thread *t = dr_self;
	const struct dr_local *l = &local[t->number];
	/* What was changed otherwise may have come after the head, or have led there: the number at the event does not
	 * tell. */
	int holds = l->head.fingerprint && l->head.others == other_changes(t);
	return holds ? dr_with_stores(l->head.fingerprint, l->head.others) : 0;
}

void dr_local_holds(const void *object, int takes)
{
	if (!dr_local_on || !dr_self)
		return;
	dr_sum k = dr_key_of((uint64_t)object);
	local[dr_self->number].held += takes ? k : -k;
}

void dr_local_call(uint64_t what, uint64_t first, uint64_t second)
{
	if (!dr_local_on || !dr_self)
		return;
	uint64_t *calls = local[dr_self->number].calls;
	if ((uint32_t)what <= DR_LOCAL_FREES && !dr_local_has("allocator"))
		return;
	dr_absorb(calls, what);
	dr_absorb(calls, first);
	dr_absorb(calls, second);
	/* Errors name the whole call stack that a block comes from. */
	const struct dr_callstack *c = &dr_self->callstack;
	for (uint32_t i = 0; (uint32_t)what <= DR_LOCAL_FREES && i < c->depth && i < DR_FRAMES; i++)
		dr_absorb(calls, c->frames[i].pc);
}

void dr_local_unknown(void)
{
	if (dr_local_on && dr_self)
		dr_self->state.unknown = 1;
}

/* Is an exception on its way, or caught and not over? libstdc++ keeps those unannounced. */
static int excepted(void)
{
	const struct exceptions *e = __cxa_get_globals ? __cxa_get_globals() : NULL;
	return e && (e->caught || e->in_flight);
}

/* What the conflicts of its accesses depend on, and what it may do. */
static void absorb_thread(uint64_t state[2], const struct dr_thread *t)
{
	if (dr_local_has("context")) {
		dr_absorb(state, t->context.tainted | (uint64_t)t->context.atomics << 8 | (uint64_t)t->children << 32);
		dr_absorb(state, t->context.joined);
	}
	if (dr_local_has("cancel"))
		dr_absorb(state, t->calls.cancel_disabled | (uint64_t)t->ending << 8 |
					 (uint64_t)t->calls.cancel_asynchronous << 16);
	if (dr_local_has("errno"))
		dr_absorb(state, (uint64_t)errno);
	for (const struct dr_state_part *part = dr_hooks.states; part->name; part++) {
		uint64_t word[DR_STATE_WORDS];
		unsigned words = dr_local_has(part->name) ? part->words(word) : 0;
		for (unsigned i = 0; i < words; i++)
			dr_absorb(state, word[i]);
	}
}

/* Where its next blocks will lie, and which of them others cannot know; which blocks it has is among its calls. */
static void absorb_arena(uint64_t state[2], const struct dr_thread *t)
{
	const struct dr_arena *a = dr_arena_own();
	if (a && dr_local_has("allocator")) {
		dr_absorb(state, a->next);
		dr_absorb(state, a->last);
		dr_absorb(state, t->writes.born);
	}
}

/* Which activations its functions are: initialisation.c compares them. */
static void absorb_activations(uint64_t state[2], const struct dr_callstack *c)
{
	for (uint32_t i = 0; i < c->depth && i < DR_FRAMES; i++)
		dr_absorb(state, c->frames[i].activation);
}

/* Makes what is known of the thread its state; `machine`: a hash of what its registers and its stack hold. */
static void capture(const struct dr_thread *t, const uint64_t machine[2])
{
	struct dr_local *l = &local[t->number];
	uint64_t state[2] = {machine[0], machine[1]};
	if (dr_local_has("memory"))
		absorb_sum(state, dr_private_of(t)->memory + dr_private_of(t)->streams);
	if (dr_local_has("held"))
		absorb_sum(state, l->held);
	if (dr_local_has("calls"))
		for (unsigned i = 0; i < 2; i++)
			dr_absorb(state, l->calls[i]);
	absorb_thread(state, t);
	absorb_arena(state, t);
	dr_absorb(state, dr_live_contexts(t));
	if (l->variables)
		absorb_activations(state, &t->callstack);
	l->state[0] = state[0];
	l->state[1] = state[1];
}

/* Is all known that is part of a state? */
static int is_known(const struct dr_thread *t)
{
	dr_settle();
	return !t->state.unknown && !dr_private_of(t)->size && !excepted();
}

void dr_local_capture_live(uint64_t live)
{
	struct dr_thread *t = dr_self;
	struct dr_local *l = &local[t->number];
	l->announced = 0;
	if (!is_known(t))
		return;
	uint64_t machine[2] = {t->number, ~(uint64_t)t->number};
	if (dr_local_has("live"))
		dr_absorb(machine, live);
	capture(t, machine);
	l->announced = t->happened + 1;
}

void dr_local_capture(const uint64_t machine[2])
{
	struct dr_thread *t = dr_self;
	struct dr_local *l = &local[t->number];
	if (l->announced != t->happened + 1 && is_known(t) && dr_machine.stack < t->stack_top)
		capture(t, machine);
}

int dr_local_returns(void)
{
	struct dr_local *l = &local[dr_self->number];
	int known = l->announced == dr_self->happened + 1;
	l->announced = 0; /* what the program announces later counts */
	if (!dr_local_on)
		return 0;
	at_head(dr_self, l);
	if (!known)
		return 0;
	if (l->heads_after != l->returned)
		l->heads = 0;
	l->heads_after = l->returned;
	uint64_t(*seen)[2] = head[dr_self->number];
	uint64_t n = l->heads++;
	for (unsigned i = 0; i < HEADS && i < n; i++)
		if (seen[i][0] == l->state[0] && seen[i][1] == l->state[1])
			return 1;
	if (n < HEADS || !(n & (n - 1))) {
		uint64_t *to = seen[n < HEADS ? n : HEADS - 1];
		to[0] = l->state[0];
		to[1] = l->state[1];
	}
	return 0;
}

void dr_local_returned(void)
{
	struct dr_local *l = &local[dr_self->number];
	l->heads_after = l->returned;
}

void dr_local_argument(uint64_t argument)
{
	if (dr_local_on && dr_self && dr_local_has("argument"))
		dr_absorb(local[dr_self->number].state, argument);
}

void dr_local_event(struct dr_event *e)
{
	if (!dr_local_on)
		return;
	struct dr_local *l = &local[dr_self->number];
	l->returned++;
	l->looks += e->kind != DR_PLAIN_READ;
	uint64_t state[2] = {l->state[0], l->state[1]};
	dr_absorb(state, e->kind | (uint64_t)e->order << 8 | (uint64_t)e->fail_order << 16 | (uint64_t)e->op << 24 |
				 (uint64_t)e->other << 32);
	dr_absorb(state, e->size);
	dr_absorb(state, e->object);
	dr_absorb(state, e->site);
	dr_absorb(state, e->value.lo);
	dr_absorb(state, e->value.hi);
	dr_absorb(state, e->expected.lo);
	dr_absorb(state, e->expected.hi);
	e->state[0] = state[0] ? state[0] : 1;
	e->state[1] = state[1];
	e->stores = other_changes(dr_self);
}

/* Which objects it has made and which threads it has detached decides what is an error of its later calls. */
static int leaves_more(const struct dr_event *e)
{
	switch (e->kind) {
	case DR_MUTEX_INIT:
	case DR_MUTEX_DESTROY:
	case DR_MUTEX_DIED:
	case DR_MUTEX_CONSISTENT:
	case DR_COND_INIT:
	case DR_COND_DESTROY:
	case DR_RW_INIT:
	case DR_RW_DESTROY:
	case DR_SEM_INIT:
	case DR_SEM_DESTROY:
	case DR_BARRIER_INIT:
	case DR_BARRIER_DESTROY:
	case DR_DETACH:
	case DR_JOIN: return 1;
	default: return 0;
	}
}

void dr_local_happened(const struct dr_event *e)
{
	struct dr_local *l = &local[dr_self->number];
	if (!dr_local_on)
		return;
	if (leaves_more(e)) {
		dr_absorb(l->calls, e->kind | (uint64_t)e->op << 8 | (uint64_t)e->other << 32);
		dr_absorb(l->calls, e->object);
		dr_absorb(l->calls, e->value.lo);
		dr_absorb(l->calls, e->result.lo);
		l->variables |= e->object - DR_STACKS_BASE < (uint64_t)DR_THREADS << DR_STACK_SHIFT;
	}
	if (!e->state[0] || !dr_local_has("results"))
		return;
	after_head(l, e);
	dr_absorb(l->state, e->kind | (uint64_t)(e->flags & DR_FAILS) << 8);
	dr_absorb(l->state, e->object);
	dr_absorb(l->state, e->result.lo);
	dr_absorb(l->state, e->result.hi);
}
