/*
 * Functions that no schedule contains, or whose events a schedule cannot tell from those of others. A program that
 * calls them does what the schedule does not know. Where it goes on, they are libc's.
 */
#include "safe-schedule/enforce.h"

#define UNKNOWN(name) \
	DR_VISIBLE long dr_unknown_##name(long a, long b, long c, long d) __asm__(#name); \
	DR_VISIBLE long dr_unknown_##name(long a, long b, long c, long d) \
	{ \
		DR_NEXT(long, name, long, long, long, long); \
		dr_unknown(#name, DR_CALLER); \
		return next(a, b, c, d); \
	}

UNKNOWN(pthread_mutex_timedlock)
UNKNOWN(pthread_mutex_clocklock)
UNKNOWN(pthread_mutex_consistent)
UNKNOWN(pthread_cond_timedwait)
UNKNOWN(pthread_cond_clockwait)
UNKNOWN(pthread_rwlock_timedrdlock)
UNKNOWN(pthread_rwlock_timedwrlock)
UNKNOWN(pthread_rwlock_clockrdlock)
UNKNOWN(pthread_rwlock_clockwrlock)
UNKNOWN(sem_timedwait)
UNKNOWN(sem_clockwait)
UNKNOWN(pthread_cancel)
UNKNOWN(pthread_kill)
UNKNOWN(pthread_tryjoin_np)
UNKNOWN(pthread_timedjoin_np)
UNKNOWN(pthread_clockjoin_np)
UNKNOWN(mtx_timedlock)
UNKNOWN(cnd_timedwait)
UNKNOWN(call_once)
