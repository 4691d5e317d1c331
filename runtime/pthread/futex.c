/*
 * The system call futex (futex(2)): waiting on a word and waking. C++20's atomic wait, semaphores, latches and barriers
 * are built on it. The kernel compares the word and queues the thread in one step. The events ENTER and LEAVE express
 * that: between them no other thread enters or wakes. The word is an atomic of the program; the queue is an object of
 * its own, named by the word's address + 1.
 */
#include "memory/plain.h"
#include "pthread/futex.h"
#include "atomic/atomic.h"
#include "pthread/clock.h"
#include "core/schedule.h"
#include "core/log.h"
#include "pthread/waiters.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>

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

static void enter(uint64_t queue, const void *site)
{
	struct dr_event e = event(DR_FUTEX_ENTER, queue, site);
	dr_wait(&e, is_open);
	e.result = (struct dr_value){0, 0};
	inside[dr_self->number] = queue;
	dr_happened(&e);
}

static void leave(uint64_t queue, int sleeps, const void *site)
{
	struct dr_event e = event(DR_FUTEX_LEAVE, queue, site);
	e.op = (uint8_t)sleeps;
	inside[dr_self->number] = 0;
	if (sleeps)
		dr_block(queue, 0);
	dr_happened(&e);
}

/*
 * The load has no fingerprint: a thread must not count as spinning while it excludes others. A thread that loops here
 * also loads the word before the call, and that load has one. Returns 0 or an error.
 */
static int sleep_on(uint64_t word, uint32_t expected, int timed, uint64_t deadline, const void *site)
{
	uint64_t queue = word + 1;
	enter(queue, site);
	dr_atomic_fence(__ATOMIC_SEQ_CST, site);
	int sleeps = (uint32_t)dr_atomic_load((struct dr_place){word, 4, site, 0}, __ATOMIC_RELAXED) == expected;
	leave(queue, sleeps, site);
	return sleeps ? dr_await(DR_FUTEX_AWAIT, queue, timed ? DR_WAIT_TIMED : 0, deadline, site) : EAGAIN;
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

static uint64_t wake_once(uint64_t queue, int all, const void *site)
{
	struct dr_event e = event(DR_FUTEX_WAKE, queue, site);
	e.value.lo = all ? UINT32_MAX : 1;
	if (!dr_wait(&e, may_be_earlier))
		e.result.lo = all ? dr_waiters(queue) : dr_first_waiter(queue);
	if (!all)
		dr_wake(queue, e.result.lo);
	else if (e.result.lo)
		dr_wake_all(queue);
	dr_happened(&e);
	return e.result.lo;
}

/* Wakes at most `most` threads; less than one means one, as in the kernel. */
static long wake(uint64_t word, int most, const void *site)
{
	dr_atomic_fence(__ATOMIC_SEQ_CST, site);
	if (most == INT_MAX)
		return (long)wake_once(word + 1, 1, site);
	long woken = 0;
	do {
		if (!wake_once(word + 1, 0, site))
			break;
		woken++;
	} while (woken < most);
	return woken;
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
	case FUTEX_WAKE_BITSET: return wake(word, (int)argument[2], site);
	default: unsupported(operation, "");
	}
}
