/*
 * Limits how often calls with a time-limit may time out (--tune timeouts). A loop that calls one and has an effect in
 * each iteration would have infinitely many executions. Each thread has a counter for each call site, so its behaviour
 * still follows from the results of its events.
 */
#ifndef DRISTA_TIMEOUTS_H
#define DRISTA_TIMEOUTS_H

#include <stdint.h>

/* Returns 1 if the call at this place may not time out any more. Then the event DR_HELD is logged, and the call must
 * wait as if it had no time-limit. */
int dr_timeout_held(const void *site);
/* The call has timed out: counts that, and advances the running thread's clock to the deadline. Every call that asks
 * dr_timeout_held ends so. */
void dr_timed_out(uint64_t deadline, const void *site);

#endif
