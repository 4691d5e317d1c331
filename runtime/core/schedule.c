/*
 * Chooses the thread that runs next (docs/explanation/runtime.md). There is no scheduler fiber: the thread that waits
 * or ends chooses the next one and switches to it.
 */
#include "core/readable.h"
#include "core/schedule.h"
#include "core/hooks.h"
#include "core/log.h"
#include "core/policy.h"
#include "core/traces.h"
#include "fiber/fiber.h"

#include <signal.h>
#include <stdio.h>

DR_HOT struct dr_schedule dr_schedule = {.timeouts = UINT64_MAX};
DR_HOT int dr_last_resort;
DR_PAGED struct dr_scheduled dr_scheduled[DR_THREADS];
int dr_schedule_watched, dr_schedule_yielded;

/* A yield comes every few million plain accesses. */
#define MAX_YIELDS 32u /* how often a thread may yield while the schedule has steps left, before other threads run */
#define MAX_READS 64u /* plain reads in a row that are events, after which a thread yields */
#define QUANTUM 256u /* events of one thread in a row while none is known to spin */

static DR_HOT uint16_t fresh[DR_THREADS]; /* threads that are created and not started yet, in order */
static DR_HOT unsigned fresh_first, fresh_end;
static DR_HOT int freely, exited;
static DR_HOT unsigned in_a_row;
static DR_HOT uint64_t given;

void dr_schedule_add(struct dr_thread *t)
{
	fresh[fresh_end++] = t->number; /* each number at most once in a run */
}

void dr_schedule_exits(void)
{
	exited = 1;
}

int dr_schedule_free(void)
{
	return freely;
}

void dr_schedule_visited(struct dr_thread *t, const struct dr_event *e)
{
	struct dr_scheduled *f = &dr_scheduled[t->number];
	f->visit[f->visits++ % DR_VISITS] = (struct dr_visit){e->spin, e->machine, e->object, e->size, e->result};
	f->reads++;
}

void dr_schedule_passed(struct dr_thread *t)
{
	struct dr_scheduled *f = &dr_scheduled[t->number];
	f->visit[f->visits++ % DR_VISITS] = (struct dr_visit){0};
}

void dr_schedule_did(struct dr_thread *t)
{
	t->stores++;
	t->recorded++;
	t->writes.repeats = 0;
	dr_scheduled[t->number].reads = 0;
}

void dr_schedule_gave(void)
{
	given++;
}

/* Is the state before the event that of the visit, by one fingerprint or the other? */
static int same_state(const struct dr_event *e, const struct dr_visit *v)
{
	return v->spin == e->spin || (e->machine && v->machine == e->machine);
}

/* Does the thread spin? It waits where it waited before, in the same state, has only read since, and all that it has
 * read is unchanged: so it will do the same again. Operations on objects do not count as reads: the result may differ
 * next time, a lock may protect data that is no event, and the thread may have to release the lock. */
static int spins(const struct dr_scheduled *f, const struct dr_event *e)
{
	if (!e->spin)
		return 0;
	for (uint32_t back = 1; back <= DR_VISITS && back <= f->visits; back++) {
		const struct dr_visit *v = &f->visit[(f->visits - back) % DR_VISITS];
		if (!v->size || !dr_same(dr_peek_any(v->object, v->size), v->value))
			return 0;
		if (v->object == e->object && same_state(e, v))
			return 1;
	}
	return 0;
}

/* Can the thread of that number run? This run may not have created it. */
static int can_go(unsigned number)
{
	const struct dr_scheduled *f = &dr_scheduled[number];
	const struct dr_event *e = &dr_log->thread[number].pending;
	switch (f->state) {
	case DR_STANDING: return (!f->can || f->can(e)) && !spins(f, e);
	case DR_YIELDED: return 1;
	default: return 0;
	}
}

static struct dr_thread *go(struct dr_thread *t)
{
	dr_log->thread[t->number].standing = 0;
	dr_scheduled[t->number].state = DR_RUNNABLE;
	return t;
}

static _Noreturn void diverge(const struct dr_step *step, const char *why)
{
	char text[160];
	const struct dr_event *e = &dr_log->thread[step->thread].pending;
	if (dr_log->thread[step->thread].standing)
		snprintf(text, sizeof text,
			"thread %u %s: step is kind %u on 0x%lx, thread stands before kind %u on 0x%lx", step->thread,
			why, step->kind, (unsigned long)step->object, e->kind, (unsigned long)e->object);
	else
		snprintf(text, sizeof text, "thread %u %s: step is kind %u on 0x%lx", step->thread, why, step->kind,
			(unsigned long)step->object);
	dr_log->text = dr_text(text);
	dr_stop(DR_DIVERGED);
}

/* The thread of the schedule's next step, with its value set; or a thread that must first reach its next event. */
static struct dr_thread *follow(void)
{
	static unsigned turn;
	const struct dr_step *s = &dr_schedule.step[dr_log->followed];
	if (s->thread >= DR_THREADS)
		dr_fatal("a step of a thread that cannot exist");
	struct dr_scheduled *f = &dr_scheduled[s->thread];
	if (f->state == DR_YIELDED) /* it may wait for another thread that has yielded too */
		for (unsigned i = 0; i < dr_log->threads; i++) {
			turn = (turn + 1) % dr_log->threads;
			if (dr_scheduled[turn].state == DR_YIELDED)
				return go(&dr_thread[turn]);
		}
	if (f->state != DR_STANDING)
		diverge(s, f->state == DR_ENDED ? "has ended" : "was not created");
	const struct dr_event *e = &dr_log->thread[s->thread].pending;
	if ((s->kind && s->kind != e->kind) || (s->object && s->object != e->object))
		diverge(s, "does something else");
	if (s->fails && e->op != DR_CAS_WEAK)
		diverge(s, "does not fail spuriously");
	dr_last_resort = 1;
	f->given = s->value;
	f->source = s->source;
	f->fails = s->fails;
	if (f->can && !f->can(e))
		diverge(s, "cannot do this now");
	f->scheduled = 1;
	dr_log->followed++;
	dr_policy_performs(s->thread, e);
	return go(&dr_thread[s->thread]);
}

static void followed(void)
{
	freely = 1;
	for (uint32_t i = 0; i < dr_schedule.patches; i++) {
		const struct dr_patch *p = &dr_schedule.patch[i];
		if (!dr_memory_goes || dr_readable(p->address))
			dr_hooks.patches(p->address, p->size, p->value);
	}
	if (dr_schedule.flags & DR_STOP_AT_END)
		dr_stop(DR_CUT);
	if (dr_schedule.flags & DR_TRAP)
		__asm__ volatile("int3"); /* raise() would use the thread id from before the fork */
}

/* With the units that were given to semaphores, which let others go on too. */
static uint64_t all_stores(void)
{
	uint64_t n = given;
	for (unsigned i = 0; i < dr_log->threads; i++)
		n += dr_thread[i].stores;
	return n;
}

/*
 * May the thread continue by a time-out or the like? Not if it was here before in the same state and no thread has
 * changed anything since: then it waits in a loop, and would come here again.
 */
static int resorts(struct dr_scheduled *f, const struct dr_event *e)
{
	uint64_t spin = e->spin ? e->spin : f->wait_spin, stores = all_stores();
	if (spin && spin == f->resort_spin && stores == f->resort_stores)
		return 0;
	f->resort_spin = spin;
	f->resort_stores = stores;
	return 1;
}

/* May the thread go on, and does it not wait for the others in a loop? */
static int may_go(unsigned number)
{
	return can_go(number) && (!dr_last_resort || resorts(&dr_scheduled[number], &dr_log->thread[number].pending));
}

/* The running thread as long as it can continue, then the others, round robin by number; -1: none can. */
static int nearest(unsigned threads)
{
	unsigned from = dr_self->number;
	if (dr_scheduled[dr_self->number].state == DR_YIELDED || ++in_a_row > QUANTUM)
		from++;
	for (unsigned i = 0; i < threads; i++)
		if (may_go((from + i) % threads))
			return (int)((from + i) % threads);
	return -1;
}

/* By the policy of the scheduler, but a thread that has gone on for long lets others go on first; -1: none can. */
static int highest(unsigned threads)
{
	int skipped = ++in_a_row > QUANTUM ? dr_self->number : -1;
	int best = dr_policy_choose(threads, can_go, skipped);
	return best >= 0 ? best : dr_policy_choose(threads, can_go, -1);
}

/* NULL: none can. */
static struct dr_thread *first_that_can(void)
{
	unsigned threads = dr_log->threads;
	int number = dr_continuation.policy && !dr_last_resort ? highest(threads) : nearest(threads);
	if (number < 0)
		return NULL;
	struct dr_thread *t = &dr_thread[number];
	struct dr_scheduled *f = &dr_scheduled[number];
	if (t != dr_self)
		in_a_row = 0;
	f->scheduled = 0;
	if (f->state == DR_STANDING)
		dr_policy_performs((unsigned)number, &dr_log->thread[number].pending);
	return go(t);
}

/* The runtime's own policy. After exit() no thread continues by a time-out, since the process is about to end. */
static struct dr_thread *choose(void)
{
	dr_last_resort = 0;
	struct dr_thread *t = first_that_can();
	if (!t && !exited) {
		dr_last_resort = 1;
		t = first_that_can();
	}
	if (t)
		return t;
	unsigned alive = 0;
	for (unsigned i = 0; i < dr_log->threads; i++)
		alive += dr_scheduled[i].state == DR_STANDING || dr_scheduled[i].state == DR_YIELDED;
	dr_stop(alive && !exited ? DR_STUCK : DR_COMPLETE);
}

#define STEP_STACK (16u << 10)
static char step_stack[STEP_STACK] __attribute__((aligned(16)));

/* On a stack of its own: the bytes that an observer would leave on the thread's stack, where the program can read them
 * as uninitialised variables, would differ from those of a run without it. */
static inline __attribute__((always_inline)) void step(void)
{
	char *end = step_stack + STEP_STACK;
	void (*observer)(void) = dr_hooks.steps;
	__asm__ volatile("movq %%rsp, %%rbx\n\tmovq %0, %%rsp\n\tcall *%1\n\tmovq %%rbx, %%rsp"
			 : "+a"(end), "+c"(observer)
			 :
			 : "rbx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc", "xmm0", "xmm1", "xmm2",
			 "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
			 "xmm14", "xmm15");
}

static struct dr_thread *next(void)
{
	if (fresh_first < fresh_end)
		return &dr_thread[fresh[dr_schedule.flags & DR_REVERSED ? --fresh_end : fresh_first++]];
	if (!freely && __builtin_expect(dr_schedule_watched, 0))
		step();
	if (dr_log->followed < dr_schedule.steps)
		return follow();
	if (!freely)
		followed();
	return choose();
}

void dr_schedule_switch(struct dr_thread *to)
{
	struct dr_fiber *from = dr_self ? &dr_fiber[dr_self->number] : NULL;
	dr_self = to;
	dr_arena = to->number;
	dr_hooks.switches(to);
	dr_fiber_switch(from, &dr_fiber[to->number], (dr_schedule.flags & DR_RAISED_READ) != 0);
}

void dr_schedule_next(void)
{
	struct dr_thread *t = next();
	if (t != dr_self)
		dr_schedule_switch(t);
}

void dr_schedule_leave(enum dr_state how)
{
	dr_settle();
	dr_scheduled[dr_self->number].state = how;
	dr_log->thread[dr_self->number].handles = 0;
	dr_schedule_next();
	__builtin_unreachable();
}

static __attribute__((noinline)) int stand(struct dr_event *e, int (*can)(const struct dr_event *e))
{
	struct dr_thread *t = dr_self;
	struct dr_scheduled *f = &dr_scheduled[t->number];
	dr_settle();
	struct dr_event *pending = &dr_log->thread[t->number].pending;
	e->stack = dr_callstack(t);
	if (dr_schedule.flags & DR_NAMES)
		dr_hooks.names(e);
	for (void (*const *waits)(struct dr_event *) = dr_hooks.waits; *waits; waits++)
		(*waits)(e);
	if (f->waiting_loop)
		e->flags |= DR_WAITING_LOOP;
	f->waiting_loop = 0;
	*pending = *e;
	pending->thread = t->number;
	if (e->size && e->size <= sizeof e->before)
		pending->before = dr_peek_any(e->object, e->size);
	dr_log->thread[t->number].standing = 1;
	f->can = can;
	f->state = DR_STANDING;
	f->yields = f->reads = 0;
	dr_schedule_next();
	if (f->scheduled)
		e->result = f->given;
	if (f->scheduled && f->fails) {
		e->result = e->expected;
		e->flags |= DR_FAILS;
	}
	return f->scheduled;
}

int dr_wait(struct dr_event *e, int (*can)(const struct dr_event *e))
{
	int scheduled = stand(e, can);
	dr_wipe_stack();
	return scheduled;
}

void dr_yield(void)
{
	dr_settle();
	dr_hooks.takes_long();
	struct dr_scheduled *f = &dr_scheduled[dr_self->number];
	if (dr_schedule.flags & DR_NO_PREEMPTION)
		return;
	f->yields++;
	if (!freely)
		dr_schedule_yielded = 1; /* what follows depends on whether the schedule has steps left */
	/* A step includes what follows it up to the next event: later steps may depend on plain data that the thread is
	 * about to write. */
	if (dr_log->followed < dr_schedule.steps && f->yields < MAX_YIELDS)
		return;
	f->state = DR_YIELDED;
	dr_schedule_next();
	f->state = DR_RUNNABLE;
}

void dr_give_way(void)
{
	struct dr_scheduled *f = &dr_scheduled[dr_self->number];
	if (f->reads < MAX_READS)
		return;
	f->reads = 0;
	dr_yield();
}

void dr_schedule_give_way(void)
{
	if (dr_self && freely)
		dr_yield();
}
