/* What a wait on a condition variable does with its mutex (mutex.c). */
#ifndef DRISTA_MUTEX_H
#define DRISTA_MUTEX_H

#include <pthread.h>

/* The call looks at the mutex, as every call that is given one. */
void dr_mutex_touch(pthread_mutex_t *m, const void *site);
void dr_mutex_unlock_in_wait(pthread_mutex_t *m, const void *site);
/* Returns what pthread_mutex_lock does. */
int dr_mutex_lock_in_wait(pthread_mutex_t *m, const void *site);

#endif
