/*
 * Times that the program gives to calls, and that depend on inputs. Whether the call takes the time is a branch of the
 * path. How long a thread waits decides nothing else, unless it, or a thread that it creates, reads the clock later.
 */
#ifndef DRISTA_SYMBOLIC_TIME_H
#define DRISTA_SYMBOLIC_TIME_H

#include <stdint.h>
#include <time.h>

/* The thread may wait so long, or until then. Whether the nanoseconds are in range is a branch. */
void dr_symbolic_waits(const struct timespec *t, const void *site);
/* So is whether the seconds are negative. */
void dr_symbolic_sign(const time_t *seconds, const void *site);
/* The thread waits for a time that has the expression. */
void dr_symbolic_waits_for(uint64_t expression, const void *site);
/* The thread reads its clock: the times that it may have waited for are pinned. */
void dr_symbolic_clock_read(const void *site);
/* The clock of a new thread is that of its creator. */
void dr_symbolic_clock_inherited(unsigned thread, unsigned creator);

#endif
