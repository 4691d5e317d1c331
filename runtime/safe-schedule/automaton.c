/*
 * The automaton, its present state, and who waits for it to change: one lock, and a futex for each thread.
 *
 * Whoever changes the state wakes one of the threads that have arrived and are permitted then, the next by number. A
 * thread that arrives meanwhile may come first; it changes the state too, and wakes again. So while some thread that is
 * permitted has arrived, one of them runs.
 */
#define _GNU_SOURCE
#include "safe-schedule/enforce.h"
#include "safe-schedule/order.h"
#include "safe-schedule/trace.h"
#include "core/protocol.h"

#include <linux/futex.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

_Thread_local uint32_t dr_me = DR_NOBODY;

/* By thread. */
static struct waiting {
	uint32_t woken; /* a futex: 0 while it waits */
	uint8_t arrived;
	uint64_t events, waits, nanoseconds;
} __attribute__((aligned(64))) waiting[DR_MAX_THREADS];

static uint32_t lock; /* a futex: 0 free, 1 taken, 2 taken and waited for */
static uint32_t state;
static uint32_t runs_freely; /* accessed atomically outside the lock, too */
static uint64_t random_state;

static void futex(uint32_t *word, int op, uint32_t value)
{
	syscall(SYS_futex, word, op | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

static void take(void)
{
	uint32_t free = 0;
	if (__atomic_compare_exchange_n(&lock, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return;
	while (__atomic_exchange_n(&lock, 2, __ATOMIC_ACQUIRE))
		futex(&lock, FUTEX_WAIT, 2);
}

static void give(void)
{
	if (__atomic_exchange_n(&lock, 0, __ATOMIC_RELEASE) == 2)
		futex(&lock, FUTEX_WAKE, 1);
}

/* The words of the present state: how many moves and waits, then these. */
static const uint32_t *here(void)
{
	const uint32_t *words = (const uint32_t *)(dr_words + 1);
	const uint32_t *index = words + 2 * dr_words->threads + 5 * dr_words->events;
	return (const uint32_t *)dr_words + index[state];
}

/* A move: thread, event, is the value known, value, number of successors, successors. */
enum { THREAD, EVENT, KNOWN, VALUE, SUCCESSORS, FIRST };

/* The first move of the thread in the present state; NULL: it may not go. */
static const uint32_t *move_of(uint32_t thread)
{
	const uint32_t *words = here(), *m = words + 2;
	for (uint32_t i = 0; i < words[0]; i++, m += FIRST + m[SUCCESSORS])
		if (m[THREAD] == thread)
			return m;
	return NULL;
}

/* One of the moves of the thread, which are several where a signal may wake several threads. */
static const uint32_t *some_move_of(uint32_t thread)
{
	const uint32_t *first = move_of(thread), *words = here(), *m = words + 2, *chosen = first;
	uint32_t n = 0;
	for (uint32_t i = 0; first && i < words[0]; i++, m += FIRST + m[SUCCESSORS])
		if (m[THREAD] == thread && dr_random(++n) == 0)
			chosen = m;
	return chosen;
}

/* The event before which the thread has to wait in the present state; DR_NONE: none is known. */
static uint32_t wait_of(uint32_t thread)
{
	const uint32_t *words = here(), *m = words + 2;
	for (uint32_t i = 0; i < words[0]; i++)
		m += FIRST + m[SUCCESSORS];
	for (uint32_t i = 0; i < words[1]; i++, m += 2)
		if (m[0] == thread)
			return m[1];
	return DR_NONE;
}

/* Is it that event of the schedule: kind, site, object (if the caller knows it), operand (if one is known), operand? */
static int is_event(const struct dr_enforced *e, uint32_t number)
{
	const uint32_t *event = (const uint32_t *)(dr_words + 1) + 2 * dr_words->threads + 5 * number;
	uint64_t base = dr_executable();
	return event[0] == e->kind && (event[1] == DR_NONE || (uint64_t)e->site - base == event[1]) &&
	       (event[2] == DR_NONE || !e->object || (uint64_t)e->object - base == event[2]) &&
	       (!event[3] || e->operand == event[4]);
}

/* The same, or is it a wait for a mutex that is one on a condition variable still, as nobody has signalled it? */
int dr_is_event(const struct dr_enforced *e, uint32_t number)
{
	const uint32_t *event = (const uint32_t *)(dr_words + 1) + 2 * dr_words->threads + 5 * number;
	return is_event(e, number) || (event[0] == DR_COND_WAKE && e->kind == DR_MUTEX_LOCK);
}

uint32_t dr_random(uint32_t below)
{
	if (below < 2)
		return 0;
	if (!random_state)
		random_state = dr_words->seed * 0x9e3779b97f4a7c15ull | 1;
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (uint32_t)((random_state >> 16) % below);
}

static void wake(uint32_t thread)
{
	waiting[thread].arrived = 0;
	__atomic_store_n(&waiting[thread].woken, 1, __ATOMIC_RELEASE);
	futex(&waiting[thread].woken, FUTEX_WAKE, 1);
}

/* Wakes the next thread after this one that has arrived and may go. */
static void wake_next(void)
{
	const uint32_t *words = here(), *m = words + 2;
	uint32_t best = DR_NONE, nearest = DR_NONE, count = dr_words->threads + 1;
	for (uint32_t i = 0; i < words[0]; i++, m += FIRST + m[SUCCESSORS]) {
		uint32_t distance = (m[THREAD] + 2 * count - dr_me - 1) % count;
		if (waiting[m[THREAD]].arrived && distance < nearest) {
			nearest = distance;
			best = m[THREAD];
		}
	}
	if (best != DR_NONE)
		wake(best);
}

static uint64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Waits until the state has changed so that the thread may go, or nothing is enforced any more. */
static void await_change(struct waiting *w)
{
	uint64_t began = dr_words->flags & DR_STATISTICS ? now() : 0;
	w->arrived = 1;
	w->waits++;
	__atomic_store_n(&w->woken, 0, __ATOMIC_RELAXED);
	give();
	while (!__atomic_load_n(&w->woken, __ATOMIC_ACQUIRE))
		futex(&w->woken, FUTEX_WAIT, 0);
	if (began)
		w->nanoseconds += now() - began;
	take();
}

/* With the lock, which is given up. */
static void unknown(const char *what, const void *site)
{
	int goes_on = (dr_words->flags & DR_RUN_FREELY) != 0;
	char text[400];
	int length =
		snprintf(text, sizeof text, "drista: thread %d does what the schedule does not know: %s at 0x%lx: %s\n",
			(int)dr_me, what, (unsigned long)((uint64_t)site - dr_executable()),
			goes_on ? "the program runs freely from now on" : "the program is stopped");
	if (write(2, text, (size_t)length) < 0 || !goes_on)
		_exit(3);
	__atomic_store_n(
		&runs_freely, 1, __ATOMIC_RELEASE); /* not where events are ordered: there the flag is refused */
	for (uint32_t t = 0; t <= dr_words->threads; t++)
		if (waiting[t].arrived)
			wake(t);
	give();
}

void dr_unknown(const char *what, const void *site)
{
	if (!dr_words || __atomic_load_n(&runs_freely, __ATOMIC_ACQUIRE))
		return;
	take();
	if (__atomic_load_n(&runs_freely, __ATOMIC_RELAXED))
		give();
	else
		unknown(what, site);
}

void dr_unknown_inside(const char *what, const void *site)
{
	unknown(what, site);
}

/* For messages. */
const char *dr_name_of(uint8_t kind)
{
	switch (kind) {
	case DR_LOAD: return "an atomic load";
	case DR_STORE: return "an atomic store";
	case DR_RMW: return "an atomic read-modify-write";
	case DR_CHOOSE: return "drista_choose";
	case DR_MUTEX_LOCK: return "locking a mutex";
	case DR_MUTEX_UNLOCK: return "unlocking a mutex";
	default: return "an operation on a synchronisation object";
	}
}

int dr_admit(struct dr_enforced *e)
{
	if (!dr_words || __atomic_load_n(&runs_freely, __ATOMIC_ACQUIRE))
		return 0;
	if (dr_me != DR_NOBODY && dr_words->flags & DR_ORDERED) {
		waiting[dr_me].events++;
		return dr_order_admit(e);
	}
	take();
	if (dr_me == DR_NOBODY && !__atomic_load_n(&runs_freely, __ATOMIC_RELAXED)) {
		unknown("an event of a thread that it does not know", e->site);
		return 0;
	}
	for (;;) {
		if (__atomic_load_n(&runs_freely, __ATOMIC_RELAXED)) {
			give();
			return 0;
		}
		const uint32_t *move = some_move_of(dr_me);
		uint32_t expected = move ? move[EVENT] : wait_of(dr_me);
		if (expected == DR_NONE || !dr_is_event(e, expected)) {
			unknown(dr_name_of(e->kind), e->site);
			return 0;
		}
		if (move) {
			waiting[dr_me].events++;
			e->move = move;
			e->known = move[KNOWN] != 0;
			e->value = move[VALUE];
			return 1;
		}
		await_change(&waiting[dr_me]);
	}
}

void dr_done(const struct dr_enforced *e, uint32_t input)
{
	if (e->ordered)
		return dr_order_done(input);
	dr_trace(e->move[EVENT], input);
	state = e->move[FIRST + (input < e->move[SUCCESSORS] ? input : 0)];
	wake_next();
	give();
}

void dr_done_returning(const struct dr_enforced *e, uint64_t value)
{
	if (!e->known || e->value == value)
		dr_done(e, 0);
	else if (e->ordered)
		dr_unknown("an operation with a result that it does not know", e->site);
	else
		unknown("an operation with a result that it does not know", e->site);
}

void dr_waited(uint64_t nanoseconds)
{
	waiting[dr_me].waits++;
	waiting[dr_me].nanoseconds += nanoseconds;
}

void dr_statistics(void)
{
	uint64_t events = 0, waits = 0, nanoseconds = 0;
	take();
	for (uint32_t t = 0; t <= dr_words->threads; t++) {
		events += waiting[t].events;
		waits += waiting[t].waits;
		nanoseconds += waiting[t].nanoseconds;
	}
	give();
	fprintf(stderr, "drista: %lu events, %lu waits, %.3f s waited\n", (unsigned long)events, (unsigned long)waits,
		(double)nanoseconds / 1e9);
}
