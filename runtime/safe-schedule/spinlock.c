/* Spin locks under a schedule (POSIX.1-2017 pthread_spin_*): events on mutexes, as in a check. */
#include "safe-schedule/event.h"
#include "core/protocol.h"

#include <pthread.h>

/* The lock as an object: its words are volatile only for libc. */
static const void *object(pthread_spinlock_t *l)
{
	return (const void *)(uintptr_t)l;
}

DR_VISIBLE int pthread_spin_trylock(pthread_spinlock_t *l)
{
	DR_NEXT(int, pthread_spin_trylock, pthread_spinlock_t *);
	ATTEMPT(DR_MUTEX_TRYLOCK, object(l), next(l), next(l), 0);
}

DR_VISIBLE int pthread_spin_lock(pthread_spinlock_t *l)
{
	DR_NEXT(int, pthread_spin_lock, pthread_spinlock_t *);
	static int (*try)(pthread_spinlock_t *);
	if (!try)
		*(void **)&try = dr_next("pthread_spin_trylock");
	ATTEMPT(DR_MUTEX_LOCK, object(l), try(l), next(l), 0);
}

DR_VISIBLE int pthread_spin_unlock(pthread_spinlock_t *l)
{
	DR_NEXT(int, pthread_spin_unlock, pthread_spinlock_t *);
	GIVING_BACK(DR_MUTEX_UNLOCK, object(l), next(l));
}

DR_VISIBLE int pthread_spin_init(pthread_spinlock_t *l, int shared)
{
	DR_NEXT(int, pthread_spin_init, pthread_spinlock_t *, int);
	EVENT(DR_MUTEX_INIT, object(l), next(l, shared));
}

DR_VISIBLE int pthread_spin_destroy(pthread_spinlock_t *l)
{
	DR_NEXT(int, pthread_spin_destroy, pthread_spinlock_t *);
	EVENT(DR_MUTEX_DESTROY, object(l), next(l));
}
