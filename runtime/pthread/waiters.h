/*
 * Threads that block until others wake them: at condition variables, barriers and futexes. Where a thread waits is
 * recorded with the thread: the object may be destroyed before all the threads that it woke have returned.
 */
#ifndef DRISTA_WAITERS_H
#define DRISTA_WAITERS_H

#include "core/internal.h"

/* Records that the running thread blocks at the object. `spin`: its fingerprint; 0: not known. */
void dr_block(uint64_t object, uint64_t spin);
/* Waits before the event of waking up, which has `kind` and `op` (DR_WAIT_...). Returns the event's result. With
 * ETIMEDOUT the thread's clock advances to the deadline. */
int dr_await(enum dr_kind kind, uint64_t object, uint8_t op, uint64_t deadline, const void *site);
/* Called before dr_await: is the thread cancelled while it waits? Then it does not wait any more, and a signal that had
 * woken it has woken another thread, as the schedule says (POSIX.1-2017 pthread_cond_wait). The caller then ends with
 * dr_cancel_now. */
int dr_await_cancelled(enum dr_kind kind, uint64_t object, uint8_t op, const void *site);

/* Of the threads that block at the object and have not been woken: their number; the thread number + 1 of the first
 * one, 0: none. */
uint64_t dr_waiters(uint64_t object);
uint64_t dr_first_waiter(uint64_t object);
/* Wake the thread with this number + 1; all threads that block at the object. */
void dr_wake(uint64_t object, uint64_t which);
void dr_wake_all(uint64_t object);

#endif
