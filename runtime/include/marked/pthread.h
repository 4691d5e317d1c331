/*
 * libc's <pthread.h>, with static initialisers that leave a mark where libc's leave a zero that no call looks at. So
 * the runtime tells an object that its static initialiser has initialised from one that is all zeros
 * (runtime/pthread/initialisation.h). The mark is the number 0x53. With an unknown libc, the initialisers are its own.
 */
#pragma GCC system_header
#include_next <pthread.h>

#if defined(__PTHREAD_MUTEX_INITIALIZER) && defined(__x86_64__) && defined(__LP64__)
#undef __PTHREAD_MUTEX_INITIALIZER
#define __PTHREAD_MUTEX_INITIALIZER(kind) \
	0, 0, 0, 0, kind, 0x53, 0, \
	{ \
		0, 0 \
	}
#endif

#if defined(__PTHREAD_RWLOCK_ELISION_EXTRA) && defined(__x86_64__) && defined(__LP64__)
#undef __PTHREAD_RWLOCK_ELISION_EXTRA
#define __PTHREAD_RWLOCK_ELISION_EXTRA \
	0, \
	{ \
		0, 0, 0, 0, 0, 0, 0x53 \
	}
#endif

#if defined(PTHREAD_COND_INITIALIZER) && defined(__GLIBC__) && __GLIBC_PREREQ(2, 25) && !__GLIBC_PREREQ(2, 41)
#undef PTHREAD_COND_INITIALIZER
#define PTHREAD_COND_INITIALIZER \
	{ \
		{ \
			{0}, {0}, {0, 0}, {0, 0}, 0, 0, \
			{ \
				0, 0x53 \
			} \
		} \
	}
#endif
