/*
 * How much memory a run may have (DRISTA_MEMORY: launch.h). The server looks at runs now and then: a limit of the
 * kernel's would count what is reserved (RLIMIT_AS, RLIMIT_DATA), which are terabytes, and none of it is needed. What a
 * run writes between two looks is small against the memory of a machine.
 */
#ifndef DRISTA_MEMORY_LIMIT_H
#define DRISTA_MEMORY_LIMIT_H

#include <sys/types.h>

#define DR_MEMORY_LOOK_AFTER 20u /* milliseconds between two looks at a run */

/* Has the process more memory than a run may have? */
int dr_memory_exceeded(pid_t process);
/* Has this process so little that several like it may be kept as snapshots? */
int dr_memory_allows(unsigned copies);

#endif
