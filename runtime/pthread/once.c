/*
 * pthread_once, for the program and for libraries (std::call_once calls it). The lowest byte of the control word is the
 * state, as in libc. Compiled with exceptions: the routine may be left by one, or by pthread_exit, and the next caller
 * then runs it again.
 */
#include "memory/plain.h"
#include "pthread/calls.h"
#include "symbolic/foreign.h"

#include <dlfcn.h>
#include <pthread.h>

extern char __libc_single_threaded __attribute__((weak));

/* DONE has libc's value. A routine that ran before main comes before everything, and is no event. */
enum { FRESH = 0, RUNNING = 1, DONE = 2, DONE_BEFORE_MAIN = DONE | 4 };

struct call {
	uint8_t *state;
	const void *site;
	int completed;
};

static struct dr_event event(enum dr_kind kind, const uint8_t *state, const void *site)
{
	struct dr_event e = dr_event_at(kind, site);
	e.object = (uint64_t)state;
	return e;
}

static int none_runs(const struct dr_event *e)
{
	return *(const uint8_t *)e->object != RUNNING;
}

/* Returns 1 if the caller has to run the routine. */
static int begin(uint8_t *state, const void *site)
{
	if (!dr_self)
		return !(*state & DONE);
	dr_settle();
	dr_plain_range(state + 3, 1, DR_READS, site); /* as in mutex.c */
	struct dr_event e = event(DR_ONCE_BEGIN, state, site);
	e.before.hi = *state == 0; /* the routine has not run for this control word; it may have for an earlier one at
				      the same address */
	if (!dr_wait(&e, none_runs))
		e.result.lo = *state != DONE;
	dr_happened(&e);
	return e.result.lo != 0;
}

static void end(struct call *c)
{
	*c->state = !c->completed ? FRESH : dr_self ? DONE : DONE_BEFORE_MAIN;
	struct dr_event e = event(DR_ONCE_END, c->state, c->site);
	e.op = !c->completed;
	if (dr_self)
		dr_happened(&e);
}

static void run(uint8_t *state, void (*routine)(void), const void *site)
{
	struct call c __attribute__((cleanup(end))) = {state, site, 0};
	*state = RUNNING;
	dr_foreign_enters((const void *)routine);
	routine();
	dr_foreign_leaves((const void *)routine);
	c.completed = 1;
}

void dr_once(void *control, void (*routine)(void), const void *site)
{
	uint8_t *state = control;
	if (*state != DONE_BEFORE_MAIN && begin(state, site))
		run(state, routine, site);
}

DR_EXPORT int pthread_once(pthread_once_t *control, void (*routine)(void))
{
	dr_once(control, routine, DR_SITE);
	return 0;
}

void dr_once_of_libraries(void)
{
	void (*make)(void *), (*destroy)(void *);
	void *locale[4];
	*(void **)&make = dlsym(RTLD_DEFAULT, "_ZNSt6localeC1Ev");
	*(void **)&destroy = dlsym(RTLD_DEFAULT, "_ZNSt6localeD1Ev");
	if (!make || !destroy || !&__libc_single_threaded)
		return;
	char before = __libc_single_threaded;
	__libc_single_threaded = 0;
	make(locale);
	destroy(locale);
	__libc_single_threaded = before;
}
