/*
 * The locks of streams under a schedule (POSIX.1-2017 flockfile): events on mutexes, as in a check. Which of the
 * runtime's locks a stream has in a check depends on its address there, so the object is not compared.
 */
#include "safe-schedule/event.h"
#include "core/protocol.h"

#include <stdio.h>

DR_VISIBLE int ftrylockfile(FILE *file)
{
	DR_NEXT(int, ftrylockfile, FILE *);
	struct dr_enforced e = {.kind = DR_MUTEX_TRYLOCK, .site = DR_CALLER};
	if (!dr_admit(&e))
		return next(file);
	int busy = dr_result(&e) != 0;
	if (!busy && !e.ordered && next(file) != 0) {
		dr_unknown_inside("a stream's lock that is in another state", e.site);
		return next(file);
	}
	dr_done(&e, 0);
	return busy ? -1 : 0;
}

DR_VISIBLE void flockfile(FILE *file)
{
	DR_NEXT(void, flockfile, FILE *);
	static int (*try)(FILE *);
	if (!try)
		*(void **)&try = dr_next("ftrylockfile");
	struct dr_enforced e = {.kind = DR_MUTEX_LOCK, .site = DR_CALLER};
	if (!dr_admit(&e)) {
		next(file);
		return;
	}
	if (!e.ordered && try(file) != 0) {
		dr_unknown_inside("a stream's lock that is in another state", e.site);
		next(file);
		return;
	}
	dr_done(&e, 0);
}

DR_VISIBLE void funlockfile(FILE *file)
{
	DR_NEXT(void, funlockfile, FILE *);
	struct dr_enforced e = {.kind = DR_MUTEX_UNLOCK, .site = DR_CALLER};
	int admitted = dr_admit(&e);
	if (!e.ordered)
		next(file);
	if (admitted)
		dr_done(&e, 0);
}
