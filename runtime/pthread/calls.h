/* Calls that have two names, POSIX's and C11's (c11.c). `site` is the return address of the program's call. */
#ifndef DRISTA_CALLS_H
#define DRISTA_CALLS_H

#include "core/internal.h"

#include <pthread.h>

/* gettid of main; that of thread n is n more. No process of the kernel has such an id. */
#define DR_FIRST_ID (1 << 22)

/* As pthread_once. */
void dr_once(void *control, void (*routine)(void), const void *site);

/* Creates a thread. Returns 0, or an error as pthread_create does. `returns_int`: the routine is one of C11, whose
 * result is an int. */
int dr_thread_create(pthread_t *out, const pthread_attr_t *attr, void *(*routine)(void *), void *argument,
	int returns_int, const void *site);
/* Waits for the end of the thread and returns its result. */
void *dr_thread_join(pthread_t id, const void *site);
/* The two parts of a join that may fail. The first returns the number of the thread, and stops the run with an error if
 * the thread may not be joined. The second joins a thread that is known to be ending, and is no cancellation point. */
unsigned dr_thread_to_join(pthread_t id, const void *site);
void *dr_thread_join_ended(pthread_t id, const void *site);
void dr_thread_detach(pthread_t id, const void *site);

/* As pthread_key_delete, pthread_getspecific and pthread_setspecific. `call`: the name of the program's call, for
 * messages. */
int dr_key_delete(pthread_key_t k, const char *call, const void *site);
void *dr_key_get(pthread_key_t k, const char *call, const void *site);
int dr_key_set(pthread_key_t k, const void *value, const char *call, const void *site);

#endif
