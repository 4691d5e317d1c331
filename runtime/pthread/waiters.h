/*
 * Threads that block until others wake them: at condition variables, barriers and futexes. Who waits where is kept
 * with the threads: an object may be gone before all that it woke have left.
 */
#ifndef DRISTA_WAITERS_H
#define DRISTA_WAITERS_H

#include "internal.h"

/* The running thread blocks there. `spin`: its fingerprint, 0 if not known. */
void dr_block(uint64_t object, uint64_t spin);
/* It stands before its waking, which `kind` and `op` (DR_WAIT_...) say. Returns the event's result; ETIMEDOUT brings
 * its clock to the deadline. */
int dr_await(enum dr_kind kind, uint64_t object, uint8_t op, uint64_t deadline, const void *site);
/* Before that: is it cancelled while it waits? Then it has left, and a signal that had woken it has gone to another
 * thread, as the schedule says (POSIX.1-2017 pthread_cond_wait). Then dr_cancel_now is called in the end. */
int dr_await_cancelled(enum dr_kind kind, uint64_t object, uint8_t op, const void *site);

/* Of those that block there and have not been woken: how many; the number + 1 of the first one, 0: nobody. */
uint64_t dr_waiters(uint64_t object);
uint64_t dr_first_waiter(uint64_t object);
/* Wakes the one with this number + 1; all. */
void dr_wake(uint64_t object, uint64_t which);
void dr_wake_all(uint64_t object);

#endif
