/* Calls that have two names, POSIX's and C11's (c11.c). `site` is the return address of the program's call. */
#ifndef DRISTA_CALLS_H
#define DRISTA_CALLS_H

#include "internal.h"

#include <pthread.h>

#define DR_FIRST_ID \
	(1 << 22) /* what gettid says of main, and of thread n: n more; no process of the kernel has such an id */

void dr_once(void *control, void (*routine)(void), const void *site);

/* 0, or an error as pthread_create returns it. `returns_int`: the routine is one of C11, whose result is an int. */
int dr_thread_create(pthread_t *out, const pthread_attr_t *attr, void *(*routine)(void *), void *argument,
	int returns_int, const void *site);
/* The thread has ended; its result. */
void *dr_thread_join(pthread_t id, const void *site);
void dr_thread_detach(pthread_t id, const void *site);

/* `call`: its name, for people. */
int dr_key_delete(pthread_key_t k, const char *call, const void *site);
void *dr_key_get(pthread_key_t k, const char *call, const void *site);
int dr_key_set(pthread_key_t k, const void *value, const char *call, const void *site);

#endif
