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
#include "pthread/cancel.h"
#include "libc/clock.h"
#include "fiber/fiber.h"
#include "thread-state/local-state.h"
#include "memory/plain.h"
#include "core/schedule.h"
#include "thread-state/spin.h"
#include "symbolic/symbolic.h"
#include "symbolic/time.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define START 1000000000ul /* seconds since the epoch: 9 September 2001 */
#define TICK 1000u /* nanoseconds for each reading of the clock */
#define SECOND 1000000000ul
#define YEAR (31536000ul * SECOND)
#define LATE (250ul * YEAR) /* the last time that may advance by a year */
#define EVER (1ul << 33) /* seconds: later deadlines all count as this one, which fits 64 bits in nanoseconds */

static uint64_t start_of(clockid_t id)
{
	return id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE || id == CLOCK_TAI ? START : 0;
}

static const struct dr_look *look_before(const struct dr_fiber *f, uint32_t back)
{
	return &f->look[(f->clock_looks - back) % DR_LOOKS];
}

static int same_place(const struct dr_look *a, const struct dr_look *b)
{
	return a->site == b->site && a->stack == b->stack && a->stores == b->stores;
}

/* How many readings ago the thread read the clock at that place; 0: it did not, as far as recorded. */
static uint32_t last_there(const struct dr_fiber *f, const struct dr_look *l)
{
	for (uint32_t back = 1; back <= DR_LOOKS && back <= f->clock_looks; back++)
		if (same_place(look_before(f, back), l))
			return back;
	return 0;
}

/* Are the last `count` readings at the places of the `count` before them? */
static int repeats(const struct dr_fiber *f, uint32_t count)
{
	if (2 * count > DR_LOOKS || 2 * count > f->clock_looks)
		return 0;
	for (uint32_t back = 1; back <= count; back++)
		if (!same_place(look_before(f, back), look_before(f, back + count)))
			return 0;
	return 1;
}

/* Did the last `count` readings return the times of the `count` before them? */
static int shows_the_same(const struct dr_fiber *f, uint32_t count)
{
	for (uint32_t back = 1; back <= count; back++)
		if (look_before(f, back)->period != count)
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
	struct dr_fiber *f = dr_self->fiber;
	struct dr_look l = {site, dr_callstack(dr_self), 0, dr_self->stores - f->clock_changes, 0};
	uint32_t period = dr_sight == DR_SEES_CALLS || f->clock_latest > LATE ? 0 : last_there(f, &l);
	l.period = period && repeats(f, period) ? period : 0;
	if (!l.period ||
		!shows_the_same(f, period)) { /* sleeping is no such change: only a reading shows how long it took */
		dr_changed();
		f->clock_changes++;
	}
	if (f->clock_latest < f->clock)
		f->clock_latest = f->clock;
	if (l.period)
		f->clock = look_before(f, period)->showed;
	else
		f->clock = period ? f->clock_latest + YEAR : f->clock + TICK;
	l.showed = dr_self->clock_known = f->clock;
	f->look[f->clock_looks++ % DR_LOOKS] = l;
	f->naps = 0;
	return f->clock;
}

static uint64_t nanoseconds_of(const struct timespec *t)
{
	if (t->tv_sec < 0)
		return 0;
	return ((uint64_t)t->tv_sec < EVER ? (uint64_t)t->tv_sec : EVER) * SECOND + (uint64_t)t->tv_nsec;
}

long dr_clock_now(clockid_t id, const void *site)
{
	return (long)(now(site) + start_of(id) * SECOND);
}

/* Lets other threads run. */
static void give_way(void)
{
	if (dr_self && dr_schedule_free())
		dr_yield();
}

/*
 * How long a thread sleeps that wants to sleep for so long. A sleep may take longer (POSIX nanosleep). So that a loop
 * of sleeps comes back to one state, the second sleep at a place takes a year if the clock was not read in between, and
 * further ones take no time: the year is long enough for all of them.
 */
static uint64_t duration(uint64_t wanted, const void *site)
{
	struct dr_fiber *f = dr_self->fiber;
	struct dr_nap here = {site, dr_callstack(dr_self)};
	unsigned before = 0;
	for (unsigned i = 0; i < DR_NAPS && i < f->naps; i++)
		before += f->nap[i].site == here.site && f->nap[i].stack == here.stack;
	if (before < 2)
		f->nap[f->naps++ % DR_NAPS] = here;
	return before == 0 || f->clock > LATE ? wanted : before == 1 && wanted ? YEAR : 0;
}

/* Advances the running thread's clock. If the program may read it, the time that has passed is state. */
static void advance(uint64_t wanted, const void *site)
{
	struct dr_fiber *f = dr_self->fiber;
	if (!(dr_schedule.flags & DR_CLOCK_READ) || dr_sight == DR_SEES_CALLS) {
		f->clock += wanted;
		return;
	}
	dr_local_unknown();
	dr_self->clock_known = f->clock += duration(wanted, site);
}

void dr_clock_sleep(uint64_t nanoseconds, const void *site)
{
	if (dr_self)
		advance(nanoseconds, site);
	give_way();
}

void dr_clock_slept(const struct timespec *interval, const void *site)
{
	if (dr_self)
		advance(nanoseconds_of(interval), site);
}

static void sleep_until(uint64_t moment, const void *site)
{
	uint64_t clock = dr_self ? dr_self->fiber->clock : 0;
	dr_clock_sleep(moment > clock ? moment - clock : 0, site);
}

void dr_clock_reach(uint64_t moment)
{
	if (!dr_self || dr_self->fiber->clock >= moment)
		return;
	dr_self->fiber->clock = moment;
	if (dr_schedule.flags & DR_CLOCK_READ)
		dr_self->clock_known = moment;
}

static struct timespec split(uint64_t nanoseconds, uint64_t seconds)
{
	return (struct timespec){(time_t)(nanoseconds / SECOND + seconds), (long)(nanoseconds % SECOND)};
}

int dr_clock_invalid(const struct timespec *t, const void *site)
{
	dr_symbolic_waits(t, site);
	return t->tv_nsec < 0 || t->tv_nsec >= (long)SECOND;
}

static int invalid(const struct timespec *t, const void *site)
{
	dr_plain_range(t, sizeof *t, DR_READS, site);
	dr_symbolic_sign(&t->tv_sec, site);
	return t->tv_sec < 0 || dr_clock_invalid(t, site);
}

uint64_t dr_clock_moment(clockid_t id, const struct timespec *t)
{
	uint64_t n = nanoseconds_of(t), start = start_of(id) * SECOND;
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

DR_EXPORT int clock_gettime(clockid_t id, struct timespec *out)
{
	dr_plain_range(out, sizeof *out, 1, DR_SITE);
	*out = split(now(DR_SITE), start_of(id));
	return 0;
}

DR_EXPORT int timespec_get(struct timespec *out, int base)
{
	if (base != TIME_UTC)
		return 0;
	dr_plain_range(out, sizeof *out, 1, DR_SITE);
	*out = split(now(DR_SITE), START);
	return base;
}

DR_EXPORT int gettimeofday(struct timeval *out, void *zone)
{
	(void)zone;
	uint64_t n = now(DR_SITE);
	dr_plain_range(out, sizeof *out, 1, DR_SITE);
	*out = (struct timeval){(time_t)(n / SECOND + START), (suseconds_t)(n % SECOND / 1000)};
	return 0;
}

DR_EXPORT time_t time(time_t *out)
{
	time_t t = (time_t)(now(DR_SITE) / SECOND + START);
	if (out) {
		dr_plain_range(out, sizeof *out, 1, DR_SITE);
		*out = t;
	}
	return t;
}

DR_EXPORT clock_t clock(void)
{
	return (clock_t)(now(DR_SITE) / 1000);
}

/* What the pass calls in the place of the processor's counter of cycles (runtime/pass/cycles.h). */
DR_EXPORT uint64_t drista_runtime_cycles(void);

uint64_t drista_runtime_cycles(void)
{
	return now(DR_SITE) + START * SECOND;
}

/* Defines a function that sleeps: a thread may call it in a loop until it is cancelled. `name` is called with the
 * fingerprint of the call. */
#define SLEEPING(enter, type, name, ...) \
	enter(name); \
	DR_ENTERED type name##_entered(__VA_ARGS__); \
	DR_ENTERED type name##_entered(__VA_ARGS__)

static int sleep_well(const struct timespec *wanted, uint64_t spin, const void *site)
{
	if (invalid(wanted, site)) {
		errno = EINVAL;
		return -1;
	}
	dr_cancel_point(spin, site);
	dr_clock_sleep(nanoseconds_of(wanted), site);
	return 0;
}

SLEEPING(DR_ENTER, int, nanosleep, const struct timespec *wanted, struct timespec *left)
{
	uint64_t spin = dr_cancel_possible() ? dr_spin_fingerprint() : 0;
	(void)left;
	return sleep_well(wanted, spin, DR_SITE);
}

SLEEPING(DR_ENTER_WEAK, int, thrd_sleep, const struct timespec *wanted, struct timespec *left)
{
	uint64_t spin = dr_cancel_possible() ? dr_spin_fingerprint() : 0;
	(void)left;
	return sleep_well(wanted, spin, DR_SITE);
}

SLEEPING(DR_ENTER, int, clock_nanosleep, clockid_t id, int flags, const struct timespec *wanted, struct timespec *left)
{
	uint64_t spin = dr_cancel_possible() ? dr_spin_fingerprint() : 0;
	(void)left;
	if (invalid(wanted, DR_SITE))
		return EINVAL;
	dr_cancel_point(spin, DR_SITE);
	if (!(flags & TIMER_ABSTIME))
		dr_clock_sleep(nanoseconds_of(wanted), DR_SITE);
	else
		sleep_until(dr_clock_moment(id, wanted), DR_SITE);
	return 0;
}

SLEEPING(DR_ENTER, unsigned, sleep, unsigned seconds)
{
	uint64_t spin = dr_cancel_possible() ? dr_spin_fingerprint() : 0;
	dr_cancel_point(spin, DR_SITE);
	dr_symbolic_waits_for(dr_symbolic_argument(0), DR_SITE);
	dr_clock_sleep(seconds * SECOND, DR_SITE);
	return 0;
}

SLEEPING(DR_ENTER, int, usleep, useconds_t microseconds)
{
	uint64_t spin = dr_cancel_possible() ? dr_spin_fingerprint() : 0;
	dr_cancel_point(spin, DR_SITE);
	dr_symbolic_waits_for(dr_symbolic_argument(0), DR_SITE);
	dr_clock_sleep(microseconds * 1000ul, DR_SITE);
	return 0;
}

DR_EXPORT int sched_yield(void)
{
	give_way();
	return 0;
}

/* <pthread.h> redirects this name to sched_yield; older programs call it. */
DR_EXPORT int dr_pthread_yield(void) __asm__("pthread_yield");
int dr_pthread_yield(void)
{
	return sched_yield();
}
DR_EXPORT __attribute__((weak)) void thrd_yield(void)
{
	sched_yield();
}
