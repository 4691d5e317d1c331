/*
 * Time is virtual: it starts at a fixed moment, each thread has its own clock, and the clock advances only when it is
 * read or when the thread sleeps. So the times that a thread reads do not depend on other threads or on the machine.
 * Sleeping lets other threads run.
 *
 * A loop that waits with a new deadline in each iteration (now + 1 s) would never repeat a state. So a thread that
 * reads its clock at a place where it has read it before, and has stored nothing since, finds that a year has passed:
 * that ends any time-limit of the program. When all readings of an iteration are at the same places as those of the
 * iteration before, they return the same times. Then the iterations have equal states, and the loop counts as a waiting
 * loop.
 */
#include "pthread/clock.h"
#include "core/hooks.h"
#include "thread-state/local-state.h"
#include "memory/plain.h"
#include "core/schedule.h"
#include "symbolic/time.h"

#include <time.h>

#define START 1000000000ul /* seconds since the epoch: 9 September 2001 */
#define TICK 1000u /* nanoseconds for each reading of the clock */
#define SECOND 1000000000ul
#define YEAR (31536000ul * SECOND)
#define LATE (250ul * YEAR) /* the last time that may advance by a year */
#define EVER (1ul << 33) /* seconds: later deadlines all count as this one, which fits 64 bits in nanoseconds */

/* A reading of the clock: where, after how many stores, and what it showed. */
#define READINGS 32u
struct reading {
	const void *site;
	uint32_t stack;
	uint32_t period; /* it showed what the reading so many readings before had shown; 0: something new */
	uint64_t stores, showed;
};

/* A place at which the thread has slept since it last read the clock. */
#define NAPS 16u
struct nap {
	const void *site;
	uint32_t stack;
};

/* A thread's clock. */
static struct clock {
	uint64_t time; /* nanoseconds */
	uint64_t latest; /* it may go back from there, in a loop that waits */
	struct reading reading[READINGS]; /* the last ones */
	uint32_t readings; /* ever */
	uint32_t changes; /* how many of them were counted as stores */
	struct nap nap[NAPS];
	uint32_t naps; /* since the last reading */
} clock_of[DR_THREADS];

static uint64_t start_of(clockid_t id)
{
	return id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE || id == CLOCK_TAI ? START : 0;
}

static const struct reading *reading_before(const struct clock *c, uint32_t back)
{
	return &c->reading[(c->readings - back) % READINGS];
}

static int same_place(const struct reading *a, const struct reading *b)
{
	return a->site == b->site && a->stack == b->stack && a->stores == b->stores;
}

/* How many readings ago the thread read the clock at that place; 0: it did not, as far as recorded. */
static uint32_t last_there(const struct clock *c, const struct reading *r)
{
	for (uint32_t back = 1; back <= READINGS && back <= c->readings; back++)
		if (same_place(reading_before(c, back), r))
			return back;
	return 0;
}

/* Are the last `count` readings at the places of the `count` before them? */
static int repeats(const struct clock *c, uint32_t count)
{
	if (2 * count > READINGS || 2 * count > c->readings)
		return 0;
	for (uint32_t back = 1; back <= count; back++)
		if (!same_place(reading_before(c, back), reading_before(c, back + count)))
			return 0;
	return 1;
}

/* Did the last `count` readings return the times of the `count` before them? */
static int shows_the_same(const struct clock *c, uint32_t count)
{
	for (uint32_t back = 1; back <= count; back++)
		if (reading_before(c, back)->period != count)
			return 0;
	return 1;
}

/* Reads the running thread's clock. */
static uint64_t now(const void *site)
{
	if (!dr_self)
		return 0;
	dr_local_unknown(); /* the time depends on the readings so far */
	dr_symbolic_clock_read(site);
	struct clock *c = &clock_of[dr_self->number];
	struct reading l = {site, dr_callstack(dr_self), 0, dr_self->stores - c->changes, 0};
	uint32_t period = dr_visibility == DR_SEES_CALLS || c->latest > LATE ? 0 : last_there(c, &l);
	l.period = period && repeats(c, period) ? period : 0;
	if (!l.period ||
		!shows_the_same(c, period)) { /* sleeping is no such change: only a reading shows how long it took */
		dr_changed();
		c->changes++;
	}
	if (c->latest < c->time)
		c->latest = c->time;
	if (l.period)
		c->time = reading_before(c, period)->showed;
	else
		c->time = period ? c->latest + YEAR : c->time + TICK;
	l.showed = dr_self->calls.clock_known = c->time;
	c->reading[c->readings++ % READINGS] = l;
	c->naps = 0;
	return c->time;
}

uint64_t dr_clock_interval(const struct timespec *t)
{
	if (t->tv_sec < 0)
		return 0;
	return ((uint64_t)t->tv_sec < EVER ? (uint64_t)t->tv_sec : EVER) * SECOND + (uint64_t)t->tv_nsec;
}

long dr_clock_now(clockid_t id, const void *site)
{
	return (long)(now(site) + start_of(id) * SECOND);
}

/*
 * How long a thread sleeps that wants to sleep for so long. A sleep may take longer (POSIX nanosleep). So that a loop
 * of sleeps comes back to one state, the second sleep at a place takes a year if the clock was not read in between, and
 * further ones take no time: the year is long enough for all of them.
 */
static uint64_t duration(uint64_t wanted, const void *site)
{
	struct clock *c = &clock_of[dr_self->number];
	struct nap here = {site, dr_callstack(dr_self)};
	unsigned before = 0;
	for (unsigned i = 0; i < NAPS && i < c->naps; i++)
		before += c->nap[i].site == here.site && c->nap[i].stack == here.stack;
	if (before < 2)
		c->nap[c->naps++ % NAPS] = here;
	return before == 0 || c->time > LATE ? wanted : before == 1 && wanted ? YEAR : 0;
}

/* Advances the running thread's clock. If the program may read it, the time that has passed is state. */
static void advance(uint64_t wanted, const void *site)
{
	struct clock *c = &clock_of[dr_self->number];
	if (!(dr_schedule.flags & DR_CLOCK_READ) || dr_visibility == DR_SEES_CALLS) {
		c->time += wanted;
		return;
	}
	dr_local_unknown();
	dr_self->calls.clock_known = c->time += duration(wanted, site);
}

void dr_clock_sleep(uint64_t nanoseconds, const void *site)
{
	if (dr_self)
		advance(nanoseconds, site);
	dr_schedule_give_way();
}

void dr_clock_slept(const struct timespec *interval, const void *site)
{
	if (dr_self)
		advance(dr_clock_interval(interval), site);
}

void dr_clock_sleep_until(uint64_t moment, const void *site)
{
	uint64_t clock = dr_self ? clock_of[dr_self->number].time : 0;
	dr_clock_sleep(moment > clock ? moment - clock : 0, site);
}

void dr_clock_reach(uint64_t moment)
{
	if (!dr_self || clock_of[dr_self->number].time >= moment)
		return;
	clock_of[dr_self->number].time = moment;
	if (dr_schedule.flags & DR_CLOCK_READ)
		dr_self->calls.clock_known = moment;
}

int dr_clock_invalid(const struct timespec *t, const void *site)
{
	dr_symbolic_waits(t, site);
	return t->tv_nsec < 0 || t->tv_nsec >= (long)SECOND;
}

uint64_t dr_clock_moment(clockid_t id, const struct timespec *t)
{
	uint64_t n = dr_clock_interval(t), start = start_of(id) * SECOND;
	return n > start ? n - start : 0;
}

int dr_clock_deadline(clockid_t id, const struct timespec *until, uint64_t *deadline, const void *site)
{
	dr_plain_range(until, sizeof *until, DR_READS, site);
	if ((id != CLOCK_REALTIME && id != CLOCK_MONOTONIC) || dr_clock_invalid(until, site))
		return 0;
	*deadline = dr_clock_moment(id, until);
	return 1;
}

void dr_clock_inherited(unsigned number)
{
	clock_of[number].time = clock_of[dr_self->number].time;
	dr_symbolic_clock_inherited(number, dr_self->number);
}

unsigned dr_clock_state(uint64_t word[DR_STATE_WORDS])
{
	word[0] = clock_of[dr_self->number].time;
	return 1;
}
