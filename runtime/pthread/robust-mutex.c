/*
 * Robust mutexes (POSIX.1-2017 pthread_mutexattr_setrobust, pthread_mutex_consistent): which of them are held, and what
 * the end of their owner does to them.
 */
#include "thread-state/local-state.h"
#include "pthread/mutex-state.h"

#include <errno.h>

/*
 * The robust mutexes that any thread holds. They are not linked through the mutexes, since the program may free one
 * that is held.
 */
#define HELD 4096u
static pthread_mutex_t *held[HELD];
static DR_HOT unsigned held_count;

void dr_robust_held(pthread_mutex_t *m)
{
	if (held_count == HELD)
		dr_unsupported("more than 4096 robust mutexes held at a time");
	dr_local_unknown(); /* they are abandoned in the order in which they were locked */
	held[held_count++] = m;
}

void dr_robust_released(const pthread_mutex_t *m)
{
	unsigned i = 0;
	while (i < held_count && held[i] != m)
		i++;
	if (i < held_count)
		held_count--;
	for (; i < held_count; i++)
		held[i] = held[i + 1];
}

int dr_mutex_consistent(pthread_mutex_t *m, const void *site)
{
	dr_mutex_touch(m, site);
	int dead = dr_mutex_mine(m) && m->__data.__nusers == DR_ROBUST_OWNER_DEAD;
	if (dead)
		m->__data.__nusers = DR_ROBUST_SOUND;
	struct dr_event e = dr_mutex_event(DR_MUTEX_CONSISTENT, m, 0, site);
	e.result.lo = dead ? 0 : EINVAL;
	if (dr_self)
		dr_happened(&e);
	return (int)e.result.lo;
}

void dr_mutexes_die(void)
{
	for (unsigned i = held_count; i-- > 0;) {
		pthread_mutex_t *m = held[i];
		if (!dr_mutex_mine(m))
			continue;
		m->__data.__lock = 0;
		m->__data.__owner = 0;
		m->__data.__count = 0;
		m->__data.__nusers = DR_ROBUST_OWNER_DEAD;
		dr_robust_released(m);
		struct dr_event e = dr_mutex_event(DR_MUTEX_DIED, m, 0, NULL);
		dr_happened(&e);
	}
}
