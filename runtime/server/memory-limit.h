/*
 * The limit on a run's memory (DRISTA_MEMORY: launch.h). The server checks runs at intervals. A resource limit of the
 * kernel (RLIMIT_AS, RLIMIT_DATA) would count the runtime's reservations, which are terabytes of unused address space.
 * What a run writes between two checks is small compared with the memory of a machine.
 */
#ifndef DRISTA_MEMORY_LIMIT_H
#define DRISTA_MEMORY_LIMIT_H

#include <sys/types.h>

#define DR_MEMORY_CHECK_AFTER 20u /* milliseconds between two checks of a run */

/* Does the process use more memory than the limit? */
int dr_memory_exceeded(pid_t process);
/* Does this process use so little that `copies` processes like it may be kept as snapshots? */
int dr_memory_allows(unsigned copies);

#endif
