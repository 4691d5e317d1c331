/* Virtual time (time.c), for pthread/ and io/: calls that wait until a deadline. */
#ifndef DRISTA_CLOCK_H
#define DRISTA_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Is it no time of day? The calls return EINVAL. */
int dr_clock_invalid(const struct timespec *t);
/* What a call that waits until a moment looks at first: 0 if it is to return EINVAL, else `deadline` is as from
 * dr_clock_moment. */
int dr_clock_deadline(clockid_t id, const struct timespec *until, uint64_t *deadline, const void *site);
/* On the running thread's clock: a time that the program has for the clock `id`; a stretch of time from now on. */
uint64_t dr_clock_moment(clockid_t id, const struct timespec *t);
uint64_t dr_clock_after(const struct timespec *t);
/* The running thread sleeps so long, and lets others go on. */
void dr_clock_pass(uint64_t nanoseconds);
/* The running thread has waited until then. */
void dr_clock_reach(uint64_t moment);

/* A look at the running thread's clock, in nanoseconds. `site`: where the program does. */
long dr_clock_now(clockid_t id, const void *site);

#endif
