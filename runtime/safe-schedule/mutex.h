/* Mutexes and condition variables under a schedule, for the calls of pthreads (mutex.c) and of <threads.h> (c11.c). */
#ifndef DRISTA_ENFORCE_MUTEX_H
#define DRISTA_ENFORCE_MUTEX_H

#include <pthread.h>

/* They return what the pthread functions of these names do. `site`: where the program calls them. */
int dr_locked(pthread_mutex_t *m, const void *site);
int dr_tried(pthread_mutex_t *m, const void *site);
int dr_unlocked(pthread_mutex_t *m, const void *site);
int dr_waited_for(pthread_cond_t *c, pthread_mutex_t *m, const void *site);
int dr_signalled(pthread_cond_t *c, const void *site);
int dr_broadcast(pthread_cond_t *c, const void *site);

#endif
