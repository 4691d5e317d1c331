/*
 * The representation of a mutex in memory: the fields of libc's pthread_mutex_t, so that static initialisers and sizes
 * fit. libc's own code never reads them. For mutex.c, robust-mutex.c and mutex-calls.c only.
 */
#ifndef DRISTA_MUTEX_STATE_H
#define DRISTA_MUTEX_STATE_H

#include "core/internal.h"
#include "pthread/mutex.h"
#include "fiber/fiber.h"

/* The type, in the two low bits of __kind. */
enum { DR_MUTEX_NORMAL = 0, DR_MUTEX_RECURSIVE = 1, DR_MUTEX_ERRORCHECK = 2 };

/* Flags of __kind above the type, with libc's values. */
#define DR_KIND_ROBUST 16
#define DR_KIND_CEILING 64 /* has a priority ceiling, which is in __elision */

#define DR_KIND_DESTROYED (-1) /* the whole __kind; an initialiser that overwrites it makes the mutex usable again */

/* __nusers of a robust mutex: usable; its owner has ended; it was unlocked before a thread made it consistent. */
enum { DR_ROBUST_SOUND = 0, DR_ROBUST_OWNER_DEAD = 1, DR_ROBUST_UNRECOVERABLE = 2 };

/* Has the mutex, if it is not destroyed, the flag of __kind? */
static inline int dr_mutex_has(const pthread_mutex_t *m, int flag)
{
	return m->__data.__kind != DR_KIND_DESTROYED && (m->__data.__kind & flag);
}

/* The type of the mutex; an adaptive mutex behaves as a normal one. */
static inline int dr_mutex_type(const pthread_mutex_t *m)
{
	int kind = m->__data.__kind & 3; /* above: robust, process-shared, priorities */
	return kind == PTHREAD_MUTEX_ADAPTIVE_NP || m->__data.__kind == DR_KIND_DESTROYED ? DR_MUTEX_NORMAL : kind;
}

/* Does the running thread hold the mutex? */
static inline int dr_mutex_mine(const pthread_mutex_t *m)
{
	return m->__data.__lock && m->__data.__owner == dr_holder();
}

/* An event on the mutex. `flags`: DR_MUTEX_IN_WAIT or 0. The event's `before` has whether the mutex is destroyed, and
 * its count. */
struct dr_event dr_mutex_event(enum dr_kind kind, pthread_mutex_t *m, unsigned flags, const void *site);

/* Record that the running thread has locked the robust mutex; that it has unlocked it. */
void dr_robust_held(pthread_mutex_t *m);
void dr_robust_released(const pthread_mutex_t *m);

#endif
