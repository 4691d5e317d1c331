/*
 * Mutexes and condition variables of C11's threads.h (C11 7.26.3, 7.26.4) under a schedule: in libc they are those of
 * pthreads under other names, with other results. thrd_create: threads.c. thrd_join and the rest are libc's.
 */
#include "safe-schedule/event.h"
#include "safe-schedule/mutex.h"
#include "core/protocol.h"

#include <threads.h>

static int result_of(int error)
{
	switch (error) {
	case 0: return thrd_success;
	case EBUSY: return thrd_busy;
	case ENOMEM: return thrd_nomem;
	default: return thrd_error;
	}
}

DR_VISIBLE int mtx_lock(mtx_t *m)
{
	return result_of(dr_locked((pthread_mutex_t *)m, DR_CALLER));
}

DR_VISIBLE int mtx_trylock(mtx_t *m)
{
	return result_of(dr_tried((pthread_mutex_t *)m, DR_CALLER));
}

DR_VISIBLE int mtx_unlock(mtx_t *m)
{
	return result_of(dr_unlocked((pthread_mutex_t *)m, DR_CALLER));
}

DR_VISIBLE int mtx_init(mtx_t *m, int type)
{
	DR_NEXT(int, mtx_init, mtx_t *, int);
	/* A type that there is not is no event. */
	if (type & ~(mtx_timed | mtx_recursive))
		return next(m, type);
	EVENT(DR_MUTEX_INIT, m, next(m, type));
}

DR_VISIBLE void mtx_destroy(mtx_t *m)
{
	DR_NEXT(void, mtx_destroy, mtx_t *);
	VOID_EVENT(DR_MUTEX_DESTROY, m, next(m));
}

DR_VISIBLE int cnd_wait(cnd_t *c, mtx_t *m)
{
	return result_of(dr_waited_for((pthread_cond_t *)c, (pthread_mutex_t *)m, DR_CALLER));
}

DR_VISIBLE int cnd_signal(cnd_t *c)
{
	return result_of(dr_signalled((pthread_cond_t *)c, DR_CALLER));
}

DR_VISIBLE int cnd_broadcast(cnd_t *c)
{
	return result_of(dr_broadcast((pthread_cond_t *)c, DR_CALLER));
}

DR_VISIBLE int cnd_init(cnd_t *c)
{
	DR_NEXT(int, cnd_init, cnd_t *);
	EVENT(DR_COND_INIT, c, next(c));
}

DR_VISIBLE void cnd_destroy(cnd_t *c)
{
	DR_NEXT(void, cnd_destroy, cnd_t *);
	VOID_EVENT(DR_COND_DESTROY, c, next(c));
}
