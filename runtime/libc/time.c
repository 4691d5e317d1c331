/* Functions of libc that read the virtual clock (pthread/clock.h), and those that sleep. */
#include "core/schedule.h"
#include "memory/plain.h"
#include "pthread/cancel.h"
#include "pthread/clock.h"
#include "symbolic/symbolic.h"
#include "symbolic/time.h"
#include "thread-state/spin.h"

#include <errno.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000l

static struct timespec split(long nanoseconds)
{
	return (struct timespec){nanoseconds / SECOND, nanoseconds % SECOND};
}

static int invalid(const struct timespec *t, const void *site)
{
	dr_plain_range(t, sizeof *t, DR_READS, site);
	dr_symbolic_sign(&t->tv_sec, site);
	return t->tv_sec < 0 || dr_clock_invalid(t, site);
}

/* Negative numbers are the clocks of processes and threads; Linux has no clock 10. */
static int is_no_clock(clockid_t id)
{
	return id > CLOCK_TAI || id == CLOCK_TAI - 1;
}

DR_EXPORT int clock_gettime(clockid_t id, struct timespec *out)
{
	if (is_no_clock(id)) {
		errno = EINVAL;
		return -1;
	}
	dr_plain_range(out, sizeof *out, 1, DR_SITE);
	*out = split(dr_clock_now(id, DR_SITE));
	return 0;
}

DR_EXPORT int timespec_get(struct timespec *out, int base)
{
	if (base != TIME_UTC)
		return 0;
	dr_plain_range(out, sizeof *out, 1, DR_SITE);
	*out = split(dr_clock_now(CLOCK_REALTIME, DR_SITE));
	return base;
}

DR_EXPORT int gettimeofday(struct timeval *out, void *zone)
{
	(void)zone;
	long n = dr_clock_now(CLOCK_REALTIME, DR_SITE);
	dr_plain_range(out, sizeof *out, 1, DR_SITE);
	*out = (struct timeval){n / SECOND, n % SECOND / 1000};
	return 0;
}

DR_EXPORT time_t time(time_t *out)
{
	time_t t = dr_clock_now(CLOCK_REALTIME, DR_SITE) / SECOND;
	if (out) {
		dr_plain_range(out, sizeof *out, 1, DR_SITE);
		*out = t;
	}
	return t;
}

DR_EXPORT clock_t clock(void)
{
	return dr_clock_now(CLOCK_MONOTONIC, DR_SITE) / 1000;
}

/* What the pass calls in the place of the processor's counter of cycles (runtime/pass/cycles.h). */
DR_EXPORT uint64_t drista_runtime_cycles(void);

uint64_t drista_runtime_cycles(void)
{
	return (uint64_t)dr_clock_now(CLOCK_REALTIME, DR_SITE);
}

static int sleep_well(const struct timespec *wanted, uint64_t spin, const void *site)
{
	if (invalid(wanted, site)) {
		errno = EINVAL;
		return -1;
	}
	dr_cancel_point(spin, site);
	dr_clock_sleep(dr_clock_interval(wanted), site);
	return 0;
}

DR_WAITING(int, nanosleep, const struct timespec *wanted, struct timespec *left)
{
	uint64_t spin = dr_cancel_possible() ? dr_spin_fingerprint() : 0;
	(void)left;
	return sleep_well(wanted, spin, DR_SITE);
}

DR_WAITING_WEAK(int, thrd_sleep, const struct timespec *wanted, struct timespec *left)
{
	uint64_t spin = dr_cancel_possible() ? dr_spin_fingerprint() : 0;
	(void)left;
	return sleep_well(wanted, spin, DR_SITE);
}

DR_WAITING(int, clock_nanosleep, clockid_t id, int flags, const struct timespec *wanted, struct timespec *left)
{
	uint64_t spin = dr_cancel_possible() ? dr_spin_fingerprint() : 0;
	(void)left;
	if (is_no_clock(id) || invalid(wanted, DR_SITE))
		return EINVAL;
	dr_cancel_point(spin, DR_SITE);
	if (!(flags & TIMER_ABSTIME))
		dr_clock_sleep(dr_clock_interval(wanted), DR_SITE);
	else
		dr_clock_sleep_until(dr_clock_moment(id, wanted), DR_SITE);
	return 0;
}

DR_WAITING(unsigned, sleep, unsigned seconds)
{
	uint64_t spin = dr_cancel_possible() ? dr_spin_fingerprint() : 0;
	dr_cancel_point(spin, DR_SITE);
	dr_symbolic_waits_for(dr_symbolic_argument(0), DR_SITE);
	dr_clock_sleep((uint64_t)seconds * SECOND, DR_SITE);
	return 0;
}

DR_WAITING(int, usleep, useconds_t microseconds)
{
	uint64_t spin = dr_cancel_possible() ? dr_spin_fingerprint() : 0;
	dr_cancel_point(spin, DR_SITE);
	dr_symbolic_waits_for(dr_symbolic_argument(0), DR_SITE);
	dr_clock_sleep(microseconds * 1000ul, DR_SITE);
	return 0;
}

DR_EXPORT int sched_yield(void)
{
	dr_schedule_give_way();
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
