/*
 * Barriers (POSIX.1-2017 pthread_barrier_*). The waiting threads are recorded with the threads (waiters.h), not in the
 * object: the last one to arrive may destroy the barrier, and free it, before the others have returned.
 */
#include "memory/plain.h"
#include "fiber/fiber.h"
#include "core/unused-results.h"
#include "pthread/initialisation.h"
#include "pthread/waiters.h"

#include <pthread.h>
#include <errno.h>
#include <limits.h>

#define MAX_THREADS (UINT_MAX / 2) /* libc allows fewer threads */

struct __attribute__((may_alias)) barrier {
	uint32_t count, destroyed;
	uint32_t touched; /* only the program changes it; every call reads it */
	uint32_t own; /* initialisation.h */
};
_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "it fits");

static struct barrier *of(pthread_barrier_t *b)
{
	return (struct barrier *)b;
}

static int has_mark(pthread_barrier_t *b)
{
	return (uint8_t)of(b)->touched == DR_INITIALISED && of(b)->own == dr_initialisation_mark(b);
}

static void touch(pthread_barrier_t *b, int how, const void *site)
{
	dr_touch(b, _Alignof(pthread_barrier_t), &of(b)->touched, how, site);
}

static struct dr_event event(enum dr_kind kind, pthread_barrier_t *b, const void *site)
{
	struct dr_event e = dr_event_at(kind, site);
	e.object = (uint64_t)b;
	e.before.hi = of(b)->destroyed != 0;
	return e;
}

/*
 * The running thread arrives. Returns 1 if it is the last one of its round, and the program uses that. Then it goes on
 * at once; the others wait and leave.
 */
static int arrive(pthread_barrier_t *b, const void *site)
{
	int told = !dr_result_is_unused((uint64_t)b);
	struct dr_event e = event(DR_BARRIER_ARRIVE, b, site);
	e.value.lo = of(b)->count;
	e.op = !told;
	int given = dr_wait(&e, NULL), last = dr_waiters((uint64_t)b) + 1 >= of(b)->count;
	if (!given)
		e.result.lo = told && last;
	if (told)
		last = e.result.lo != 0;
	if (!told || !last)
		dr_block((uint64_t)b, 0);
	if (last)
		dr_wake_all((uint64_t)b);
	dr_happened(&e);
	return told && last;
}

DR_EXPORT int pthread_barrier_wait(pthread_barrier_t *b)
{
	if (!dr_self) {
		if (of(b)->count > 1)
			dr_unsupported("a wait at a barrier before main");
		return PTHREAD_BARRIER_SERIAL_THREAD;
	}
	touch(b, DR_READS, DR_SITE);
	if (arrive(b, DR_SITE))
		return PTHREAD_BARRIER_SERIAL_THREAD;
	dr_await(DR_BARRIER_LEAVE, (uint64_t)b, 0, 0, DR_SITE);
	return 0;
}

DR_EXPORT int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr, unsigned count)
{
	if (attr) /* it only says whether other processes use the barrier */
		dr_plain_range(attr, sizeof *attr, DR_READS, DR_SITE);
	struct dr_event e = event(
		DR_BARRIER_INIT, b, DR_SITE); /* also where it fails: that is misuse, which the scheduler reports */
	e.value.lo = count;
	int destroyed = dr_self && dr_initialise(&e, of(b)->destroyed && has_mark(b));
	if (count == 0 || count >= MAX_THREADS)
		return EINVAL;
	touch(b, DR_READS, DR_SITE); /* after dr_wait, whose event comes first in the log */
	dr_check_initialisation("barrier", b, has_mark(b) && !destroyed, DR_SITE);
	dr_plain_range(b, sizeof *b, DR_WRITES, DR_SITE);
	*b = (pthread_barrier_t){{0}};
	*of(b) = (struct barrier){.count = count, .touched = DR_INITIALISED, .own = dr_initialisation_mark(b)};
	return 0;
}

DR_EXPORT int pthread_barrier_destroy(pthread_barrier_t *b)
{
	if (!dr_self)
		return 0;
	touch(b, DR_READS, DR_SITE);
	struct dr_event e = event(DR_BARRIER_DESTROY, b, DR_SITE);
	dr_wait(&e, NULL);
	e.result = (struct dr_value){0, 0};
	of(b)->destroyed = 1;
	dr_happened(&e);
	return 0;
}
