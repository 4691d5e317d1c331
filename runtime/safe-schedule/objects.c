/* Semaphores, barriers and read-write locks under a schedule (POSIX.1-2017 sem_*, pthread_barrier_*, pthread_rwlock_*).
 */
#include "safe-schedule/enforce.h"
#include "safe-schedule/event.h"
#include "safe-schedule/order.h"
#include "core/protocol.h"

#include <semaphore.h>

DR_VISIBLE int sem_wait(sem_t *s)
{
	DR_NEXT(int, sem_wait, sem_t *);
	static int (*try)(sem_t *);
	if (!try)
		*(void **)&try = dr_next("sem_trywait");
	ATTEMPT(DR_SEM_WAIT, s, try(s), next(s), 1);
}

DR_VISIBLE int sem_trywait(sem_t *s)
{
	DR_NEXT(int, sem_trywait, sem_t *);
	ATTEMPT(DR_SEM_TRYWAIT, s, next(s), next(s), 1);
}

DR_VISIBLE int sem_post(sem_t *s)
{
	DR_NEXT(int, sem_post, sem_t *);
	GIVING_BACK(DR_SEM_POST, s, next(s));
}

DR_VISIBLE int sem_getvalue(sem_t *s, int *out)
{
	DR_NEXT(int, sem_getvalue, sem_t *, int *);
	struct dr_enforced e = {.kind = DR_SEM_GETVALUE, .site = DR_CALLER, .object = s};
	if (!dr_admit(&e))
		return next(s, out);
	int result = e.ordered ? 0 : next(s, out);
	if (e.ordered)
		*out = dr_result(&e);
	dr_done(&e, 0);
	return result;
}

DR_VISIBLE int sem_init(sem_t *s, int shared, unsigned value)
{
	DR_NEXT(int, sem_init, sem_t *, int, unsigned);
	EVENT(DR_SEM_INIT, s, next(s, shared, value));
}

DR_VISIBLE int sem_destroy(sem_t *s)
{
	DR_NEXT(int, sem_destroy, sem_t *);
	EVENT(DR_SEM_DESTROY, s, next(s));
}

/* The thread arrives when the schedule permits it, and then waits at the real barrier: the others arrive, too. Which
 * one is told that it is the last is what the schedule says. */
DR_VISIBLE int pthread_barrier_wait(pthread_barrier_t *b)
{
	DR_NEXT(int, pthread_barrier_wait, pthread_barrier_t *);
	struct dr_enforced e = {.kind = DR_BARRIER_ARRIVE, .site = DR_CALLER, .object = b};
	if (!dr_admit(&e))
		return next(b);
	int last = e.known && e.value;
	dr_done(&e, 0);
	int result = 0;
	if (e.ordered)
		dr_order_leave();
	else
		result = next(b);
	return result != 0 && result != PTHREAD_BARRIER_SERIAL_THREAD ? result
	       : last                                                 ? PTHREAD_BARRIER_SERIAL_THREAD
								      : 0;
}

DR_VISIBLE int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attributes, unsigned count)
{
	DR_NEXT(int, pthread_barrier_init, pthread_barrier_t *, const pthread_barrierattr_t *, unsigned);
	EVENT(DR_BARRIER_INIT, b, next(b, attributes, count));
}

DR_VISIBLE int pthread_barrier_destroy(pthread_barrier_t *b)
{
	DR_NEXT(int, pthread_barrier_destroy, pthread_barrier_t *);
	EVENT(DR_BARRIER_DESTROY, b, next(b));
}

#define RWLOCK(name, kind, attempt) \
	DR_VISIBLE int pthread_rwlock_##name(pthread_rwlock_t *l) \
	{ \
		DR_NEXT(int, pthread_rwlock_##name, pthread_rwlock_t *); \
		static int (*try)(pthread_rwlock_t *); \
		if (!try) \
			*(void **)&try = dr_next("pthread_rwlock_" #attempt); \
		ATTEMPT(kind, l, try(l), next(l), 0); \
	}
RWLOCK(rdlock, DR_RW_RDLOCK, tryrdlock)
RWLOCK(wrlock, DR_RW_WRLOCK, trywrlock)
RWLOCK(tryrdlock, DR_RW_TRYRDLOCK, tryrdlock)
RWLOCK(trywrlock, DR_RW_TRYWRLOCK, trywrlock)

/* Of readers and writers: the schedule has one kind for both. */
DR_VISIBLE int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
	DR_NEXT(int, pthread_rwlock_unlock, pthread_rwlock_t *);
	GIVING_BACK(DR_RW_RDUNLOCK, l, next(l));
}

DR_VISIBLE int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attributes)
{
	DR_NEXT(int, pthread_rwlock_init, pthread_rwlock_t *, const pthread_rwlockattr_t *);
	EVENT(DR_RW_INIT, l, next(l, attributes));
}

DR_VISIBLE int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
	DR_NEXT(int, pthread_rwlock_destroy, pthread_rwlock_t *);
	EVENT(DR_RW_DESTROY, l, next(l));
}
