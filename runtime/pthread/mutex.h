/* Mutexes (mutex.c), for the calls of <threads.h> and for what waits with one. */
#ifndef DRISTA_MUTEX_H
#define DRISTA_MUTEX_H

#include <pthread.h>
#include <stdint.h>
#include <time.h>

/* The functions return what the pthread functions of similar names do. `spin`: dr_spin_fingerprint() of the call. */
int dr_mutex_lock(pthread_mutex_t *m, uint64_t spin, const void *site);
int dr_mutex_trylock(pthread_mutex_t *m, uint64_t spin, const void *site);
int dr_mutex_timedlock(
	pthread_mutex_t *m, clockid_t clock, const struct timespec *until, uint64_t spin, const void *site);
int dr_mutex_unlock(pthread_mutex_t *m, const void *site);
int dr_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr, const void *site);
int dr_mutex_destroy(pthread_mutex_t *m, const void *site);

/*
 * Announces that a call uses the mutex, as a plain read of a byte that only the program changes. So freeing or
 * overwriting a mutex in use is found as for other data, and so is a use of a mutex that is freed or not yet
 * initialised. Every call that is given a mutex begins with this.
 */
void dr_mutex_touch(pthread_mutex_t *m, const void *site);
/* Unlocks the mutex for a wait on a condition variable (POSIX.1-2017 pthread_cond_wait). */
void dr_mutex_unlock_in_wait(pthread_mutex_t *m, const void *site);
/* Locks it again after the wait. Returns what pthread_mutex_lock does. */
int dr_mutex_lock_in_wait(pthread_mutex_t *m, const void *site);

/* pthread_mutex_consistent (robust-mutex.c). */
int dr_mutex_consistent(pthread_mutex_t *m, const void *site);

/* Called when the running thread ends: marks the robust mutexes that it holds as having lost their owner. */
void dr_mutexes_die(void);

#endif
