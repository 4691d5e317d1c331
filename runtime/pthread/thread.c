/* pthread_create, join, detach, exit, and the attributes of threads. */
#include "pthread/calls.h"
#include "pthread/cancel.h"
#include "core/callstack.h"
#include "core/hooks.h"
#include "fiber/fiber.h"
#include "pthread/clock.h"
#include "pthread/life.h"
#include "pthread/tcb.h"
#include "core/log.h"
#include "memory/plain.h"
#include "prim/real.h"
#include "core/schedule.h"
#include "shadow/shadow.h"
#include "symbolic/threads.h"

#include <errno.h>

extern char __libc_single_threaded __attribute__((weak));

/* The attributes of a new thread that have an effect that the program could notice. */
struct asked {
	size_t stack_size;
	uint64_t given_low; /* the lowest address of the stack that the program provides; 0: none */
	int detached;
};

static struct asked asked_by(const pthread_attr_t *attr, const void *site)
{
	struct asked a = {.stack_size = DR_STACK_SIZE};
	void *low;
	if (!attr)
		return a;
	/* libc's own functions: the runtime's announce accesses, also to what lies in this frame. */
	static __typeof__(&pthread_attr_getstack) getstack;
	static __typeof__(&pthread_attr_getstacksize) getstacksize;
	static __typeof__(&pthread_attr_getdetachstate) getdetachstate;
	dr_real_one(&getstack, "pthread_attr_getstack");
	dr_real_one(&getstacksize, "pthread_attr_getstacksize");
	dr_real_one(&getdetachstate, "pthread_attr_getdetachstate");
	dr_plain_range(attr, sizeof *attr, DR_READS, site);
	getstack(attr, &low, &a.stack_size); /* without a provided stack, `low` is -size */
	if ((uint64_t)low + a.stack_size)
		a.given_low = (uint64_t)low;
	else
		getstacksize(attr, &a.stack_size); /* also returns the default size */
	getdetachstate(attr, &a.detached);
	return a;
}

/* Stops the run if the stack that the program provides is in use by another thread, or lies in the runtime's slots. */
static void check_given(const struct asked *a, const void *site)
{
	uint64_t slot = (a->given_low - DR_STACKS_BASE) >> DR_STACK_SHIFT;
	char who[16];
	if (slot < DR_THREADS)
		dr_error(DR_MISUSE, a->given_low, site, "%s gives the stack of another thread to a new one",
			dr_thread_text(dr_self, who));
	for (unsigned i = 1; i < dr_log->threads; i++) {
		const struct dr_fiber *f = &dr_fiber[i];
		if (f->given_low && dr_scheduled[i].state != DR_ABSENT && !dr_thread[i].ended &&
			f->given_low < a->given_low + a->stack_size && a->given_low < f->given_low + f->stack_size)
			dr_error(DR_MISUSE, a->given_low, site,
				"%s gives a stack to a new thread that thread %u still runs on",
				dr_thread_text(dr_self, who), i);
	}
}

/* The beginning and the end of a thread on a provided stack count as writes to it (to its first word, which stands for
 * all): other uses of that memory must be ordered with them. */
void dr_thread_uses_stack(unsigned number)
{
	uint64_t low = dr_fiber[number].given_low;
	if (low)
		dr_plain_range(
			(const void *)low, sizeof(uint64_t), DR_WRITES, (const char *)dr_life[number].routine + 1);
}

static void begin(struct dr_thread *self, unsigned number, void *(*routine)(void *), void *argument, int returns_int)
{
	dr_life_ready(number, routine, argument, NULL);
	struct dr_thread *t = &dr_thread[number];
	t->context.tainted = self->context.tainted;
	dr_clock_inherited(number);
	dr_symbolic_creates(number, returns_int ? 2 : 3);
	dr_hooks.created(number);
	self->children++;
	dr_shadow_changed(self);
	dr_shadow_changed(t);
	dr_schedule_add(t);
}

/* There are as many threads as there may be: nothing more of this one happens. */
static _Noreturn void halt(const void *site)
{
	struct dr_event e = dr_event_at(DR_LOOP_BOUND, site);
	e.op = DR_BOUND_THREADS;
	e.value.lo = DR_THREADS - 1;
	dr_happened(&e);
	dr_schedule_leave(DR_HALTED);
}

int dr_thread_create(pthread_t *out, const pthread_attr_t *attr, void *(*routine)(void *), void *argument,
	int returns_int, const void *site)
{
	struct dr_thread *self = dr_self;
	if (!self)
		dr_unsupported("pthread_create before main");
	struct asked a = asked_by(attr, DR_SITE);
	if (a.given_low)
		check_given(&a, site);
	unsigned number = dr_log_number(self->number, self->children);
	if (!number)
		halt(site);
	dr_fiber_prepare(number);
	if (!a.given_low && !dr_stack_map(number, a.stack_size))
		return EAGAIN;
	dr_thread_stack(number, a.stack_size, a.given_low);
	dr_plain_range(out, sizeof *out, 1, site);
	*out = (pthread_t)dr_fiber[number].tcb;
	if (&__libc_single_threaded)
		__libc_single_threaded = 0;

	struct dr_event e = dr_event_at(DR_CREATE, site);
	e.other = (uint16_t)number;
	e.object = (uint64_t)routine;
	e.value.lo = (uint64_t)argument;
	dr_happened(&e);
	begin(self, number, routine, argument, returns_int);
	dr_life[number].returns_int = (uint8_t)returns_int;
	if (a.detached) {
		e = dr_event_at(DR_DETACH, site);
		e.other = (uint16_t)number;
		dr_happened(&e);
		dr_life[number].detached = 1;
	}
	return 0;
}

DR_EXPORT int pthread_create(pthread_t *out, const pthread_attr_t *attr, void *(*routine)(void *), void *argument)
{
	return dr_thread_create(out, attr, routine, argument, 0, DR_SITE);
}

/* Was the thread joined, or detached? */
static int is_taken(const struct dr_thread *t)
{
	return dr_life[t->number].was_joined || dr_life[t->number].detached;
}

/* The thread that the id names. That it was joined or detached before is for the scheduler to find: it may depend on
 * the order. */
static struct dr_thread *named(pthread_t id, const char *verb, const void *site)
{
	struct dr_thread *t = dr_thread_of(id);
	char self[16];
	if (!t)
		dr_error(DR_MISUSE, 0, site, "%s %s something that is no thread", dr_thread_text(dr_self, self), verb);
	return t;
}

/* The same, if it may still be joined or detached. */
static struct dr_thread *nameable(pthread_t id, const char *verb, const void *site)
{
	struct dr_thread *t = named(id, verb, site);
	char self[16], other[16];
	if (is_taken(t))
		dr_error(DR_MISUSE, 0, site, "%s %s %s, which %s", dr_thread_text(dr_self, self), verb,
			dr_thread_text(t, other), dr_life[t->number].was_joined ? "was joined before" : "is detached");
	return t;
}

static int ended(const struct dr_event *e)
{
	return dr_thread[e->other].ended;
}

static int joinable(const struct dr_event *e)
{
	return ended(e) && !is_taken(&dr_thread[e->other]);
}

/* Waits for the end of the thread, which may also be joined, or detached; returns how many threads it has created. */
static unsigned await(unsigned number)
{
	struct dr_event e = dr_event_at(DR_JOIN, NULL);
	e.op = 1;
	e.other = (uint16_t)number;
	dr_wait(&e, ended);
	e.result = (struct dr_value){dr_thread[number].children, 0};
	dr_happened(&e);
	if (number < 64)
		dr_self->context.joined |= 1ul << number;
	dr_shadow_changed(dr_self);
	return dr_thread[number].children;
}

/*
 * In libc the last thread to end calls exit(0). It comes after all others, so the exit handlers see the same in
 * whichever thread they run. Here main runs them, after it has waited for each of its children, then for theirs. Each
 * wait returns the number of children, so main's next step follows from the results of its events.
 */
void dr_main_stays(void)
{
	static uint16_t awaited[DR_THREADS];
	unsigned n = 0;
	awaited[n++] = 0;
	for (unsigned i = 0; i < n; i++) {
		unsigned children = i == 0 ? dr_self->children : await(awaited[i]);
		for (unsigned child = 0; child < children; child++)
			awaited[n++] = (uint16_t)dr_log_number(awaited[i], child);
	}
	dr_hooks.exits(0);
	__builtin_unreachable();
}

static struct dr_event join_of(pthread_t id, const void *site)
{
	struct dr_event e = dr_event_at(DR_JOIN, site);
	e.other = (dr_standalone ? nameable : named)(id, "joins", site)->number;
	return e;
}

static void *join(struct dr_event *e)
{
	struct dr_thread *t = &dr_thread[e->other], *self = dr_self;
	dr_wait(e, joinable);
	e->result = (struct dr_value){(uint64_t)dr_life[t->number].result, 0};
	dr_life[t->number].was_joined = 1;
	dr_happened(e);
	if (t->number < 64)
		self->context.joined |= 1ul << t->number;
	dr_shadow_changed(self);
	return dr_life[t->number].result;
}

void *dr_thread_join(pthread_t id, const void *site)
{
	/* A thread that joins itself, or a thread that joins it, waits for ever: POSIX permits EDEADLK but does not
	 * require it. */
	struct dr_event e = join_of(id, site);
	dr_cancel_before(&e, joinable, site);
	return join(&e);
}

unsigned dr_thread_to_join(pthread_t id, const void *site)
{
	return nameable(id, "joins", site)->number;
}

void *dr_thread_join_ended(pthread_t id, const void *site)
{
	struct dr_event e = join_of(id, site);
	return join(&e);
}

DR_EXPORT int pthread_join(pthread_t id, void **out)
{
	void *result = dr_thread_join(id, DR_SITE);
	if (out) {
		dr_plain_range(out, sizeof *out, 1, DR_SITE);
		*out = result;
		dr_symbolic_joined(dr_thread_of(id)->number, out, sizeof *out, DR_SITE);
	}
	return 0;
}

void dr_thread_detach(pthread_t id, const void *site)
{
	struct dr_thread *t = (dr_standalone ? nameable : named)(id, "detaches", site);
	struct dr_event e = dr_event_at(DR_DETACH, site);
	e.other = t->number;
	dr_life[t->number].detached = 1;
	dr_happened(&e);
}

DR_EXPORT int pthread_detach(pthread_t id)
{
	dr_thread_detach(id, DR_SITE);
	return 0;
}

DR_EXPORT void pthread_exit(void *result)
{
	if (!dr_self)
		dr_unsupported("pthread_exit before main");
	dr_life[dr_self->number].result = result;
	dr_symbolic_exits(0, (uint64_t)result);
	dr_self->ending = 1;
	dr_real.pthread_exit(result); /* unwinds to run() of life.c */
	__builtin_unreachable();
}

DR_EXPORT int pthread_getattr_np(pthread_t id, pthread_attr_t *attr)
{
	struct dr_thread *t = dr_thread_of(id);
	if (!t && dr_self)
		return ESRCH;
	unsigned number = t ? t->number : 0; /* before main: main's */
	const struct dr_fiber *f = &dr_fiber[number];
	uint64_t low =
		f->given_low ? f->given_low : dr_stack_end(number) - (f->stack_size ? f->stack_size : DR_STACK_SIZE);
	static __typeof__(&pthread_attr_init) init;
	static __typeof__(&pthread_attr_setdetachstate) setdetachstate;
	static __typeof__(&pthread_attr_setstack) setstack;
	dr_real_one(&init, "pthread_attr_init");
	dr_real_one(&setdetachstate, "pthread_attr_setdetachstate");
	dr_real_one(&setstack, "pthread_attr_setstack");
	pthread_attr_t made;
	init(&made);
	if (t)
		setdetachstate(&made, dr_life[t->number].detached);
	int error = setstack(&made, (void *)low, f->stack_size ? f->stack_size : DR_STACK_SIZE);
	dr_plain_range(attr, sizeof *attr, DR_WRITES, DR_SITE);
	*attr = made;
	return error;
}

/* fork is unsupported, so the handlers would never run. */
DR_EXPORT int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
	(void)prepare, (void)parent, (void)child;
	return 0;
}
