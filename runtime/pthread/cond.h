/* Condition variables (cond.c), for the calls of <threads.h> (c11.c) too. */
#ifndef DRISTA_COND_H
#define DRISTA_COND_H

#include <pthread.h>
#include <stdint.h>
#include <time.h>

#define DR_COND_CLOCK (-1) /* the clock that the condition variable was initialised with */

/* The functions return what the pthread functions of similar names do. `until` NULL: no limit. `spin`:
 * dr_spin_fingerprint() of the call. */
int dr_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *until, uint64_t spin,
	const void *site);
int dr_cond_signal(pthread_cond_t *c, const void *site);
int dr_cond_broadcast(pthread_cond_t *c, const void *site);
int dr_cond_init(pthread_cond_t *c, clockid_t clock, const void *site);
int dr_cond_destroy(pthread_cond_t *c, const void *site);

#endif
