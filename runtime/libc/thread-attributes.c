/*
 * The attribute objects of POSIX threads (pthread_attr_t and so on) are data of the program: functions that set an
 * attribute read and write the object, and those that get one read it and write the value (interposed.h).
 */
#include "libc/results.h"

#include <pthread.h>
#include <sched.h>

#define OBJECT(type, prefix) \
	WRITES(int, prefix##_init, type, (type * to), (made), NOTHING, r == 0) \
	CHANGES(int, prefix##_destroy, type, (type * to), (made), NOTHING, r == 0)
#define ATTRIBUTE(type, prefix, name, value) \
	CHANGES(int, prefix##_set##name, type, (type * to, value given), (made, given), NOTHING, r == 0) \
	WRITES(int, prefix##_get##name, value, (const type *from, value *to), (from, made), READS(from), r == 0)
/* An attribute of two values: an address and a size. */
#define PAIR(type, prefix, name, first, second) \
	CHANGES(int, prefix##_set##name, type, (type * to, first one, second two), (made, one, two), NOTHING, r == 0) \
	WEAK int prefix##_get##name(const type *from, first *one, second *two); \
	int prefix##_get##name(const type *from, first *one, second *two) \
	{ \
		REAL(prefix##_get##name); \
		READS(from); \
		first made_one; \
		second made_two; \
		int r = real(from, &made_one, &made_two); \
		if (r == 0) { \
			dr_writes(one, &made_one, sizeof made_one, DR_SITE); \
			dr_writes(two, &made_two, sizeof made_two, DR_SITE); \
		} \
		return r; \
	}

OBJECT(pthread_attr_t, pthread_attr)
ATTRIBUTE(pthread_attr_t, pthread_attr, detachstate, int)
ATTRIBUTE(pthread_attr_t, pthread_attr, guardsize, size_t)
ATTRIBUTE(pthread_attr_t, pthread_attr, stacksize, size_t)
ATTRIBUTE(pthread_attr_t, pthread_attr, inheritsched, int)
ATTRIBUTE(pthread_attr_t, pthread_attr, schedpolicy, int)
ATTRIBUTE(pthread_attr_t, pthread_attr, scope, int)
PAIR(pthread_attr_t, pthread_attr, stack, void *, size_t)
CHANGES(int, pthread_attr_setschedparam, pthread_attr_t, (pthread_attr_t * to, const struct sched_param *from),
	(made, from), READS(from), r == 0)
WRITES(int, pthread_attr_getschedparam, struct sched_param, (const pthread_attr_t *from, struct sched_param *to),
	(from, made), READS(from), r == 0)

OBJECT(pthread_mutexattr_t, pthread_mutexattr)
ATTRIBUTE(pthread_mutexattr_t, pthread_mutexattr, type, int)
ATTRIBUTE(pthread_mutexattr_t, pthread_mutexattr, robust, int)
ATTRIBUTE(pthread_mutexattr_t, pthread_mutexattr, protocol, int)
ATTRIBUTE(pthread_mutexattr_t, pthread_mutexattr, pshared, int)
ATTRIBUTE(pthread_mutexattr_t, pthread_mutexattr, prioceiling, int)

OBJECT(pthread_condattr_t, pthread_condattr)
ATTRIBUTE(pthread_condattr_t, pthread_condattr, clock, clockid_t)
ATTRIBUTE(pthread_condattr_t, pthread_condattr, pshared, int)

OBJECT(pthread_rwlockattr_t, pthread_rwlockattr)
ATTRIBUTE(pthread_rwlockattr_t, pthread_rwlockattr, pshared, int)
ATTRIBUTE(pthread_rwlockattr_t, pthread_rwlockattr, kind_np, int)

OBJECT(pthread_barrierattr_t, pthread_barrierattr)
ATTRIBUTE(pthread_barrierattr_t, pthread_barrierattr, pshared, int)
