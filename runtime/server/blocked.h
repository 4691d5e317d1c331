/* A run that sleeps in the kernel. */
#ifndef DRISTA_BLOCKED_H
#define DRISTA_BLOCKED_H

#include "core/internal.h"

#include <sys/types.h>

#define DR_BLOCKED_CHECK_AFTER 200u /* milliseconds between two checks of a run that does not end */
struct dr_sleep {
	uint64_t used;
	unsigned times;
};

void dr_blocked_init(void); /* before the first run */
void dr_blocked_check(
	pid_t process, struct dr_sleep *s); /* in the server, at intervals: checks whether the run sleeps */

#endif
