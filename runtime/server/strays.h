/* Processes that nobody of the runtime has made: those that the program made by instructions of its own, past libc. */
#ifndef DRISTA_STRAYS_H
#define DRISTA_STRAYS_H

#include <sys/types.h>

/* Kills the children of this process but for the known ones, then what they leave to it, until there is none. Returns
 * how many there were. */
unsigned dr_strays_end(const pid_t *known, unsigned count);

#endif
