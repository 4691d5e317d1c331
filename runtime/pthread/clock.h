/* Virtual time (clock.c), for calls that read it, sleep, or wait until a deadline. */
#ifndef DRISTA_CLOCK_H
#define DRISTA_CLOCK_H

#include "core/hooks.h"

#include <stdint.h>
#include <time.h>

/* Is the timespec invalid? Then calls return EINVAL. */
int dr_clock_invalid(const struct timespec *t, const void *site);
/* The first step of a call that waits until a time: returns 0 if the call must return EINVAL; else sets *deadline as
 * dr_clock_moment does. */
int dr_clock_deadline(clockid_t id, const struct timespec *until, uint64_t *deadline, const void *site);
/* A time of the clock `id` as a deadline on the running thread's clock. */
uint64_t dr_clock_moment(clockid_t id, const struct timespec *t);
/* The running thread sleeps for so long, or longer, in a call at the place. */
void dr_clock_sleep(uint64_t nanoseconds, const void *site);
/* Advances the running thread's clock by an interval for which a call at the place has waited. */
void dr_clock_slept(const struct timespec *interval, const void *site);
/* Advances the running thread's clock to that time, if it is later. If the program may read its clock (DR_CLOCK_READ),
 * the thread has made progress then. */
void dr_clock_reach(uint64_t moment);

/* The running thread sleeps until that time. */
void dr_clock_sleep_until(uint64_t moment, const void *site);
/* The length of the interval in nanoseconds. */
uint64_t dr_clock_interval(const struct timespec *t);
/* The clock of a thread that the running one has created starts where that one's is. */
void dr_clock_inherited(unsigned number);
/* The clock as a part of the local state (struct dr_state_part). */
unsigned dr_clock_state(uint64_t word[DR_STATE_WORDS]);

/* Reads the running thread's clock, in nanoseconds. `site`: the return address of the program's call. */
long dr_clock_now(clockid_t id, const void *site);

#endif
