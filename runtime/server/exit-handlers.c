/*
 * Which functions exit calls, and in which order, depends on the threads that have registered them, such as those that
 * have constructed C++ static objects. So the list is an atomic of the runtime's own: registering is a
 * read-modify-write of a digest, and so is exit, whose thread comes after all that it calls has been registered. They
 * are events only once in some run exit had to call what another thread had registered (own-atomics.h).
 */
#include "server/exit-handlers.h"
#include "fiber/fiber.h"
#include "thread-state/local-state.h"
#include "prim/real.h"
#include "atomic/own-atomics.h"
#include "server/entry.h"
#include "core/log.h"

/* Who has registered functions in this run: nobody, one thread, or several. */
static const struct dr_thread *registered;
static int several_registered;
static const struct dr_thread *exits; /* it knows what it has to call */

/* The function is going to be registered. False: it will not be called, because the process has begun to end. */
static int registers(const void *function, const void *argument, const void *site)
{
	if (!dr_self)
		return 1;
	dr_changed(); /* a loop that does so does not only look */
	dr_local_unknown();
	if (!dr_standalone && dr_own_watched(DR_OWN_HANDLERS)) {
		uint64_t both = ((uint64_t)function * 0x9e3779b97f4a7c15ul + (uint64_t)argument) * 0xd1342543de82ef95ul;
		dr_own_rmw(DR_OWN_HANDLERS, DR_DIGEST, both >> 32, __ATOMIC_RELEASE, "atexit", site);
	}
	if (registered && registered != dr_self)
		several_registered = 1;
	registered = dr_self;
	return !exits || exits == dr_self;
}

void dr_exit_handlers_read(const void *site)
{
	if (dr_standalone)
		return;
	if (dr_own_watched(DR_OWN_HANDLERS))
		dr_own_rmw(DR_OWN_HANDLERS, DR_ADD, 0, __ATOMIC_ACQUIRE, "exit", site);
	else if (several_registered || (registered && registered != dr_self))
		dr_own_watch(DR_OWN_HANDLERS);
	exits = dr_self;
}

DR_WRAPPER(int, __cxa_atexit, (void (*function)(void *), void *argument, void *library))
{
	DR_REAL(int, __cxa_atexit, (void (*function)(void *), void *argument, void *library));
	return registers((const void *)function, argument, DR_SITE) ? real(function, argument, library) : 0;
}

DR_WRAPPER(int, __cxa_at_quick_exit, (void (*function)(void *), void *library))
{
	DR_REAL(int, __cxa_at_quick_exit, (void (*function)(void *), void *library));
	return registers((const void *)function, NULL, DR_SITE) ? real(function, library) : 0;
}

DR_WRAPPER(int, on_exit, (void (*function)(int, void *), void *argument))
{
	DR_REAL(int, on_exit, (void (*function)(int, void *), void *argument));
	return registers((const void *)function, argument, DR_SITE) ? real(function, argument) : 0;
}
