/*
 * The guards of C++ function-local statics (Itanium C++ ABI 3.3.3). libstdc++'s own functions would block the whole
 * process when two fibers contend. Byte 0 of the guard says that the object is constructed, and is accessed as an
 * atomic; byte 1 is a mutex that the constructing thread holds.
 */
#include "atomic/atomic.h"
#include "thread-state/local-state.h"

static uint8_t *mutex_of(uint64_t *guard)
{
	return (uint8_t *)guard + 1;
}

static int is_free(const struct dr_event *e)
{
	return *(const uint8_t *)e->object == 0;
}

static void lock(uint64_t *guard, const void *site)
{
	if (dr_self) {
		struct dr_event e = dr_event_at(DR_MUTEX_LOCK, site);
		e.object = (uint64_t)mutex_of(guard);
		dr_wait(&e, is_free);
		e.result = (struct dr_value){0, 0};
		dr_happened(&e);
	}
	dr_local_holds(guard, 1);
	*mutex_of(guard) = 1;
}

static void unlock(uint64_t *guard, const void *site)
{
	dr_local_holds(guard, 0);
	*mutex_of(guard) = 0;
	if (dr_self) {
		struct dr_event e = dr_event_at(DR_MUTEX_UNLOCK, site);
		e.object = (uint64_t)mutex_of(guard);
		dr_happened(&e);
	}
}

static int is_made(uint64_t *guard, const void *site)
{
	return dr_atomic_load((struct dr_place){(uint64_t)guard, 1, site, 0}, __ATOMIC_ACQUIRE) != 0;
}

DR_EXPORT int __cxa_guard_acquire(uint64_t *guard);
DR_EXPORT void __cxa_guard_release(uint64_t *guard);
DR_EXPORT void __cxa_guard_abort(uint64_t *guard);

/* Returns 1 if the caller must construct the object. */
int __cxa_guard_acquire(uint64_t *guard)
{
	dr_settle();
	if (is_made(guard, DR_SITE))
		return 0;
	lock(guard, DR_SITE);
	if (!is_made(guard, DR_SITE))
		return 1;
	unlock(guard, DR_SITE);
	return 0;
}

void __cxa_guard_release(uint64_t *guard)
{
	dr_atomic_store((struct dr_place){(uint64_t)guard, 1, DR_SITE, 0}, 1, __ATOMIC_RELEASE);
	unlock(guard, DR_SITE);
}

/* The constructor has thrown: the next caller tries again. */
void __cxa_guard_abort(uint64_t *guard)
{
	dr_settle();
	unlock(guard, DR_SITE);
}
