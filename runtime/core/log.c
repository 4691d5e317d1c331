/* The log of a run (log.h): events, call stacks, texts. */
#include "core/log.h"
#include "core/hooks.h"
#include "core/rmw.h"
#include "core/schedule.h"
#include "core/traces.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

DR_HOT struct dr_log *dr_log;
uint64_t dr_log_most = DR_EVENTS;

/* A hash table from { pc, parent } to the index in the table of stacks. It is in private memory, so it is empty at the
 * start of each run. The lists are linked through a field of the entries that the protocol does not use. */
#define BUCKETS (1u << 10)
static DR_PAGED uint32_t bucket[BUCKETS];

void dr_log_open(void)
{
	void *p = mmap(NULL, sizeof *dr_log, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		dr_fatal("cannot map the log of events");
	dr_log = p;
	dr_log->threads = 1;
}

void dr_log_reset(void)
{
	dr_log->status = DR_DIED;
	dr_log->followed = dr_log->text = dr_log->notes = dr_log->commanded = 0;
	dr_log->events = dr_log->stacks = dr_log->strings = dr_log->symbolics = dr_log->unsettled = 0;
	for (unsigned i = 0; i < dr_log->threads; i++)
		dr_log->thread[i].standing = dr_log->thread[i].handles = 0;
}

void dr_writes_announced(void)
{
	if (!dr_log->unsettled)
		dr_log->unsettled = dr_log->events + 1;
}

void dr_writes_settled(void)
{
	dr_log->unsettled = 0;
}

void dr_log_withdraw(void)
{
	if (dr_log->unsettled)
		dr_log->events = dr_log->unsettled - 1;
	dr_log->unsettled = 0;
}

void dr_log_pending(void)
{
	for (unsigned i = 0; i < dr_log->threads; i++) {
		const struct dr_log_thread *t = &dr_log->thread[i];
		if (!t->standing && !t->handles)
			continue;
		struct dr_event *e = &dr_log->event[dr_log->events++];
		*e = t->standing ? t->pending : (struct dr_event){.kind = DR_EXIT, .thread = (uint16_t)i};
		e->flags |= DR_PENDING;
	}
}

void dr_log_names(const struct dr_name *names, uint32_t count)
{
	if (count >= DR_THREADS)
		dr_fatal("too many names of threads");
	for (uint32_t i = 0; i < count; i++)
		dr_log->thread[i + 1].name = names[i];
	dr_log->threads = count + 1;
}

unsigned dr_log_number(unsigned creator, unsigned child)
{
	for (unsigned i = 1; i < dr_log->threads; i++)
		if (dr_log->thread[i].name.creator == creator && dr_log->thread[i].name.child == child)
			return i;
	if (dr_log->threads == DR_THREADS)
		return 0;
	dr_log->thread[dr_log->threads].name = (struct dr_name){.creator = (uint16_t)creator, .child = (uint16_t)child};
	return dr_log->threads++;
}

struct dr_name dr_thread_name(unsigned number)
{
	return dr_log->thread[number].name;
}

uint32_t dr_stack_intern(uint64_t pc, uint32_t parent)
{
	uint64_t h = (pc ^ ((uint64_t)parent << 40)) * 0x9e3779b97f4a7c15ul;
	uint32_t *b = &bucket[h >> 54];
	for (uint32_t i = *b; i; i = dr_log->stack[i - 1].unused)
		if (dr_log->stack[i - 1].pc == pc && dr_log->stack[i - 1].parent == parent)
			return i;
	if (dr_log->stacks == DR_STACKS)
		return 0;
	uint32_t i = ++dr_log->stacks;
	dr_log->stack[i - 1] = (struct dr_stack){.pc = pc, .parent = parent, .unused = *b};
	*b = i;
	return i;
}

uint64_t dr_stack_entry(uint32_t stack, uint32_t *parent)
{
	*parent = dr_log->stack[stack - 1].parent;
	return dr_log->stack[stack - 1].pc;
}

uint32_t dr_text(const char *text)
{
	size_t length = strlen(text) + 1;
	uint32_t at = dr_log->strings;
	if (length > DR_STRINGS - at)
		return 0;
	dr_copy(dr_log->string + at, text, length);
	dr_log->strings += (uint32_t)length;
	return at + 1;
}

uint32_t dr_text_escaped(const void *bytes, size_t size)
{
	const uint8_t *from = bytes;
	uint32_t at = dr_log->strings;
	for (size_t i = 0; i < size; i++) {
		char *to = dr_log->string + at;
		if (at + 5 > DR_STRINGS)
			return 0;
		if (from[i] == 0) {
			dr_copy(to, "\\000", 4);
			at += 4;
		} else {
			if (from[i] == '\\')
				dr_log->string[at++] = '\\';
			dr_log->string[at++] = (char)from[i];
		}
	}
	if (at + 1 > DR_STRINGS)
		return 0;
	dr_log->string[at++] = 0;
	uint32_t offset = dr_log->strings + 1;
	dr_log->strings = at;
	return offset;
}

/* Does the event only read? Then a thread that repeats it may be spinning. */
static int only_reads(const struct dr_event *e)
{
	return e->kind == DR_LOAD || e->kind == DR_PLAIN_READ || (e->kind == DR_RMW && !dr_rmw_changes(e));
}

/* Does the event (of a lock or a unit: together with its release) leave the state unchanged, for its thread too? Then a
 * loop with it may spin. */
static int leaves_all(const struct dr_event *e)
{
	switch (e->kind) {
	case DR_FENCE:
	case DR_HELD:
	case DR_MUTEX_LOCK:
	case DR_MUTEX_TRYLOCK:
	case DR_MUTEX_UNLOCK:
	case DR_RW_RDLOCK:
	case DR_RW_WRLOCK:
	case DR_RW_TRYRDLOCK:
	case DR_RW_TRYWRLOCK:
	case DR_RW_RDUNLOCK:
	case DR_RW_WRUNLOCK:
	case DR_COND_BLOCK:
	case DR_SEM_WAIT:
	case DR_SEM_TRYWAIT:
	case DR_SEM_POST:
	case DR_SEM_GETVALUE:
	case DR_FUTEX_ENTER:
	case DR_FUTEX_LEAVE:
	case DR_FUTEX_AWAIT: return 1; /* src/explore/prune/observed-iterations.ts asks who woke it */
	case DR_FUTEX_WAKE: return e->result.lo == 0 && !e->op; /* it woke no thread */
	case DR_COND_SIGNAL:
	case DR_COND_BROADCAST: /* if it woke no thread */
	case DR_ONCE_BEGIN: /* if the routine had run before */ return e->result.lo == 0;
	case DR_COND_WAKE: /* if no thread woke it */
		return !dr_scheduled[dr_self->number].woken && e->op != DR_WAIT_CANCELLED;
	default: return 0;
	}
}

void dr_log_note(const char *text)
{
	char both[8192];
	const char *before = dr_log->notes ? dr_log->string + dr_log->notes - 1 : "";
	if (strlen(before) + strlen(text) + 2 > sizeof both)
		return;
	snprintf(both, sizeof both, "%s%s%s", before, *before ? "\n" : "", text);
	dr_log->notes = dr_text(both);
}

static __attribute__((noinline)) void record(const struct dr_event *e)
{
	struct dr_thread *t = dr_self;
	dr_settle();
	dr_hooks.records(e);
	if (dr_log->events >= dr_log_most)
		dr_stop(DR_CUT);
	struct dr_event *to = &dr_log->event[dr_log->events];
	*to = *e;
	to->thread = t->number;
	if (!to->stack)
		to->stack = dr_callstack(t);
	dr_log->events++;
	t->happened++;
	if (dr_schedule.flags & DR_NAMES)
		dr_hooks.names(to);

	if (e->kind == DR_SEM_POST)
		dr_schedule_gave();
	if (e->flags & DR_FAILS) { /* it will not do so again by itself: the thread does not spin */
		dr_schedule_passed(t);
		t->writes.repeats = 1;
	} else if (only_reads(e))
		dr_schedule_visited(t, e);
	else if (!leaves_all(e))
		dr_schedule_did(t);
	else if (e->kind != DR_FENCE)
		dr_schedule_passed(t);
	for (void (*const *happened)(const struct dr_event *) = dr_hooks.happened; *happened; happened++)
		(*happened)(e);
}

void dr_happened(struct dr_event *e)
{
	record(e);
	e->spin = e->machine = 0;
	e->state[0] = e->state[1] = 0;
	e->stack = e->text = 0;
	dr_wipe_stack();
}

struct dr_event *dr_recorded(void)
{
	return &dr_log->event[dr_log->events - 1];
}

void dr_settle_now(void)
{
	dr_hooks.settles(dr_self);
}
