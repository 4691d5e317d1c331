/*
 * Limits how often calls with a time-limit may time out (--tune timeouts). A loop that calls one and has an effect in
 * each iteration would have infinitely many executions. Each thread has a counter for each call site, so its behaviour
 * still follows from the results of its events.
 */
#ifndef DRISTA_TIMEOUTS_H
#define DRISTA_TIMEOUTS_H

/* Returns 1 if the call at this place may not time out any more. Then the event DR_HELD is logged, and the call must
 * wait as if it had no time-limit. */
int dr_timeout_held(const void *site);
/* Counts that the call has timed out. */
void dr_timed_out(const void *site);

#endif
