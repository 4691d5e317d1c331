/*
 * How often calls with a time-limit may time out (--timeouts): a loop that waits with one, and does something each
 * time, would have executions without end. Each thread counts for each place that calls, so what it does still follows
 * from what its events return.
 */
#ifndef DRISTA_TIMEOUTS_H
#define DRISTA_TIMEOUTS_H

/* May the call at this place not time out any more? Then DR_HELD is told, and the call is to wait as if it had no
 * time-limit. */
int dr_timeout_held(const void *site);
/* The call has timed out. */
void dr_timed_out(const void *site);

#endif
