/* Processes that the program has created by system call instructions of its own, without libc. */
#ifndef DRISTA_STRAYS_H
#define DRISTA_STRAYS_H

#include <sys/types.h>

/* Kills the children of this process except the known ones, then the orphans that it adopts from them, until none is
 * left. Returns how many there were. */
unsigned dr_leftover_processes_end(const pid_t *known, unsigned count);

#endif
