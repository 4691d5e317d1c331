/*
 * Spinlocks (POSIX.1-2017 pthread_spin_*): events on mutexes of the type DR_MUTEX_SPIN. libc's representation in the
 * four bytes differs between versions and machines, so any value that this file has not written is a free lock.
 */
#include "memory/plain.h"
#include "fiber/fiber.h"
#include "thread-state/local-state.h"
#include "pthread/initialisation.h"
#include "thread-state/spin.h"

#include <pthread.h>
#include <errno.h>
#include <stddef.h>

struct spinlock {
	uint8_t destroyed; /* the mark of a destroyed lock; else any value */
	uint8_t owner_low, owner_high; /* thread number plus one; 0: free */
	uint8_t mark; /* initialisation.h; the byte that `touch` reads */
};
_Static_assert(sizeof(struct spinlock) == sizeof(pthread_spinlock_t), "a spinlock is an int");

#define DESTROYED 0xd5

static struct spinlock *state(pthread_spinlock_t *l)
{
	return (struct spinlock *)(void *)(uintptr_t)l;
}

/* As in mutex.c. */
static void touch(pthread_spinlock_t *l, int how, const void *site)
{
	dr_touch((const void *)(uintptr_t)l, _Alignof(pthread_spinlock_t), &state(l)->mark, how, site);
}

static int owner(const struct spinlock *s)
{
	return s->owner_low | (unsigned)s->owner_high << 8;
}

static void set_owner(struct spinlock *s, int owner)
{
	dr_local_holds(s, owner != 0);
	s->owner_low = (uint8_t)owner;
	s->owner_high = (uint8_t)(owner >> 8);
}

static struct dr_event event(enum dr_kind kind, pthread_spinlock_t *l, const void *site)
{
	struct dr_event e = dr_event_at(kind, site);
	e.object = (uint64_t)l;
	e.op = DR_MUTEX_SPIN;
	e.before.hi = state(l)->destroyed == DESTROYED;
	e.before.lo = owner(state(l)) != 0;
	return e;
}

static int can_lock(const struct dr_event *e)
{
	return !owner((const struct spinlock *)e->object);
}

/* Locks it if it is free when the thread is scheduled; otherwise returns `busy`. */
static int lock(enum dr_kind kind, pthread_spinlock_t *l, int busy, uint64_t spin, const void *site)
{
	touch(l, DR_READS, site);
	struct dr_event e = event(kind, l, site);
	e.spin = spin;
	if (!dr_self || !dr_wait(&e, kind == DR_MUTEX_LOCK ? can_lock : NULL))
		e.result.lo = can_lock(&e) ? 0 : (uint64_t)busy;
	if (e.result.lo == 0)
		set_owner(state(l), dr_holder());
	if (dr_self)
		dr_happened(&e);
	return (int)e.result.lo;
}

/* These calls may begin an iteration of a spin loop. */
DR_WAITING(int, pthread_spin_lock, pthread_spinlock_t *l)
{
	return lock(DR_MUTEX_LOCK, l, EDEADLK, dr_spin_fingerprint(), DR_SITE);
}

DR_WAITING(int, pthread_spin_trylock, pthread_spinlock_t *l)
{
	return lock(DR_MUTEX_TRYLOCK, l, EBUSY, dr_spin_fingerprint(), DR_SITE);
}

DR_EXPORT int pthread_spin_unlock(pthread_spinlock_t *l)
{
	touch(l, DR_READS, DR_SITE);
	struct dr_event e = event(DR_MUTEX_UNLOCK, l, DR_SITE);
	if (owner(state(l)) == dr_holder())
		set_owner(state(l), 0);
	if (dr_self)
		dr_happened(&e);
	return 0;
}

DR_EXPORT int pthread_spin_init(pthread_spinlock_t *l, int shared)
{
	(void)shared;
	struct dr_event e = dr_event_at(DR_MUTEX_INIT, DR_SITE);
	e.object = (uint64_t)l;
	e.op = DR_MUTEX_SPIN;
	uint8_t mark =
		(uint8_t)dr_initialisation_mark((const void *)(uintptr_t)l); /* the object has no room for more bits */
	int destroyed = dr_self && dr_initialise(&e, state(l)->destroyed == DESTROYED && state(l)->mark == mark);
	touch(l, DR_READS, DR_SITE); /* after dr_wait, as in mutex.c */
	dr_check_initialisation("spinlock", (const void *)(uintptr_t)l, state(l)->mark == mark && !destroyed, DR_SITE);
	dr_plain_range((const void *)(uintptr_t)l, sizeof *l, DR_WRITES, DR_SITE);
	*state(l) = (struct spinlock){.mark = mark};
	return 0;
}

DR_EXPORT int pthread_spin_destroy(pthread_spinlock_t *l)
{
	if (!dr_self)
		return 0;
	touch(l, DR_READS, DR_SITE);
	struct dr_event e = event(DR_MUTEX_DESTROY, l, DR_SITE);
	dr_wait(&e, NULL);
	e.result = (struct dr_value){0, 0};
	state(l)->destroyed = DESTROYED;
	dr_happened(&e);
	return 0;
}
