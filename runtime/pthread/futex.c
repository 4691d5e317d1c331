/*
 * The system call futex (futex(2)): waiting on a word and waking. The kernel compares the word and queues the thread in
 * one step. The events ENTER and LEAVE express that: between them no other thread enters or wakes. The word is an
 * atomic of the program; the queue is an object of its own, named by the word's address + 1.
 *
 * C++20's atomic wait, semaphores, latches and barriers use the same queues, and say themselves whether to sleep
 * (include/marked/bits/atomic_wait.h).
 */
#include "memory/plain.h"
#include "pthread/futex.h"
#include "atomic/atomic.h"
#include "pthread/clock.h"
#include "core/schedule.h"
#include "core/log.h"
#include "core/unused-results.h"
#include "pthread/waiters.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <sys/syscall.h>

/* The futex word + 1 that each thread is looking at. */
static uint64_t inside[DR_THREADS];

static long failed(int error)
{
	errno = error;
	return -1;
}

/* Is no thread between ENTER and LEAVE? */
static int is_open(const struct dr_event *e)
{
	for (unsigned i = 0; i < dr_log->threads; i++)
		if (inside[i] == e->object)
			return 0;
	return 1;
}

/* A wake that wakes no thread may have taken place earlier; the schedule decides. */
static int may_be_earlier(const struct dr_event *e)
{
	const struct dr_value *given = &dr_scheduled[e->thread].given;
	return (dr_last_resort && !given->lo) || is_open(e);
}

static struct dr_event event(enum dr_kind kind, uint64_t queue, const void *site)
{
	struct dr_event e = dr_event_at(kind, site);
	e.object = queue;
	return e;
}

/* From here on to `leave` the thread looks whether to sleep. */
static void enter(uint64_t queue, const void *site)
{
	struct dr_event e = event(DR_FUTEX_ENTER, queue, site);
	dr_wait(&e, is_open);
	e.result = (struct dr_value){0, 0};
	inside[dr_self->number] = queue;
	dr_happened(&e);
	dr_atomic_fence(__ATOMIC_SEQ_CST, site);
}

/* Sleeps, if it is to, until it is woken, or the deadline if it is `timed`. Returns 0 or an error. */
static int leave(uint64_t queue, int sleeps, int timed, uint64_t deadline, const void *site)
{
	struct dr_event e = event(DR_FUTEX_LEAVE, queue, site);
	e.op = (uint8_t)sleeps;
	inside[dr_self->number] = 0;
	if (sleeps)
		dr_block(queue, 0);
	dr_happened(&e);
	return sleeps ? dr_await(DR_FUTEX_AWAIT, queue, timed ? DR_WAIT_TIMED : 0, deadline, site) : EAGAIN;
}

/*
 * The load has no fingerprint: a thread must not count as spinning while it excludes others. A thread that loops here
 * also loads the word before the call, and that load has one. Returns 0 or an error.
 */
static int sleep_on(uint64_t word, uint32_t expected, int timed, uint64_t deadline, const void *site)
{
	uint64_t queue = word + 1;
	enter(queue, site);
	int sleeps = (uint32_t)dr_atomic_load((struct dr_place){word, 4, site, 0}, __ATOMIC_RELAXED) == expected;
	return leave(queue, sleeps, timed, deadline, site);
}

static long wait(
	uint64_t word, uint32_t expected, const struct timespec *limit, int absolute, clockid_t clock, const void *site)
{
	if (!limit) {
		int error = sleep_on(word, expected, 0, 0, site);
		return error ? failed(error) : 0;
	}
	dr_plain_range(limit, sizeof *limit, DR_READS, site);
	if (dr_clock_invalid(limit, site) || limit->tv_sec < 0)
		return failed(EINVAL);
	int error = sleep_on(word, expected, 1, absolute ? dr_clock_moment(clock, limit) : 0, site);
	if (error == ETIMEDOUT && !absolute)
		dr_clock_slept(limit, site);
	return error ? failed(error) : 0;
}

/*
 * `told`: does the program learn which threads were woken? If not, the result is 0 unless one of several is chosen
 * (src/object/futex.ts): the schedule then does not say whether any thread slept.
 */
static uint64_t wake_once(uint64_t queue, int all, int told, const void *site)
{
	struct dr_event e = event(DR_FUTEX_WAKE, queue, site);
	e.value.lo = all ? UINT32_MAX : 1;
	e.op = !told;
	int given = dr_wait(&e, may_be_earlier), only = !told && (all || dr_waiters(queue) <= 1);
	if (!given && !only)
		e.result.lo = all ? dr_waiters(queue) : dr_first_waiter(queue);
	if (e.result.lo ? all : only)
		dr_wake_all(queue);
	else
		dr_wake(queue, e.result.lo);
	dr_happened(&e);
	return e.result.lo;
}

/* Wakes at most `most` threads; less than one means one, as in the kernel. `told`: does the program use the result? */
static long wake(uint64_t word, int most, int told, const void *site)
{
	dr_atomic_fence(__ATOMIC_SEQ_CST, site);
	if (most == INT_MAX)
		return (long)wake_once(word + 1, 1, told, site);
	long woken = 0;
	do {
		if (!wake_once(word + 1, 0, told || most > 1, site))
			break;
		woken++;
	} while (woken < most);
	return woken;
}

/*
 * For include/marked/bits/atomic_wait.h. Sleeps on the object's queue unless `ready(context)`, which looks at atomics
 * of the program while no other thread enters or wakes; returns once the thread is woken.
 */
DR_EXPORT void drista_runtime_sleep(const void *object, _Bool (*ready)(const void *), const void *context);
/* Wakes one thread that sleeps so on the object's queue, or all. */
DR_EXPORT void drista_runtime_wake(const void *object, _Bool all);

/* Where no check runs: how often threads were woken, by address. */
static uint32_t wakes[64];

static uint32_t *wakes_of(const void *object)
{
	return &wakes[((uint64_t)object >> 2) % 64];
}

void drista_runtime_sleep(const void *object, _Bool (*ready)(const void *), const void *context)
{
	if (!dr_self) {
		uint32_t *word = wakes_of(object), seen = __atomic_load_n(word, __ATOMIC_SEQ_CST);
		if (!ready(context))
			dr_kernel(SYS_futex, (long)word, FUTEX_WAIT_PRIVATE, seen, 0, 0, 0);
		return;
	}
	uint64_t queue = (uint64_t)object + 1;
	enter(queue, DR_SITE);
	leave(queue, !ready(context), 0, 0, DR_SITE);
}

void drista_runtime_wake(const void *object, _Bool all)
{
	if (!dr_self) {
		__atomic_fetch_add(wakes_of(object), 1, __ATOMIC_SEQ_CST);
		dr_kernel(SYS_futex, (long)wakes_of(object), FUTEX_WAKE_PRIVATE, INT_MAX, 0, 0, 0);
		/* Of code that was not compiled with drista, or waits with a time limit. */
		dr_kernel(SYS_futex, (long)object, FUTEX_WAKE_PRIVATE, all ? INT_MAX : 1, 0, 0, 0);
		return;
	}
	dr_atomic_fence(__ATOMIC_SEQ_CST, DR_SITE);
	wake_once((uint64_t)object + 1, all, 0, DR_SITE);
}

static _Noreturn void unsupported(int operation, const char *why)
{
	char text[64];
	snprintf(text, sizeof text, "futex operation %d%s", operation, why);
	dr_unsupported(text);
}

long dr_futex(const long *argument, const void *site)
{
	uint64_t word = (uint64_t)argument[0];
	int flags = (int)argument[1], operation = flags & FUTEX_CMD_MASK, absolute = operation == FUTEX_WAIT_BITSET;
	clockid_t clock = flags & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
	int told = !dr_result_is_unused(word);
	if (word & 3)
		return failed(EINVAL);
	if ((operation == FUTEX_WAIT_BITSET || operation == FUTEX_WAKE_BITSET) &&
		(uint32_t)argument[5] != FUTEX_BITSET_MATCH_ANY)
		unsupported(operation, " with a mask");
	switch (operation) {
	case FUTEX_WAIT:
	case FUTEX_WAIT_BITSET:
		return wait(word, (uint32_t)argument[2], (const struct timespec *)argument[3], absolute, clock, site);
	case FUTEX_WAKE:
	case FUTEX_WAKE_BITSET: return wake(word, (int)argument[2], told, site);
	default: unsupported(operation, "");
	}
}
