/*
 * Does anything but the program's own instructions act on the server's process? Runs that are processes do not have it:
 * fork takes along neither other threads nor timers. A run in the server's own process would (rollback.h).
 */
#ifndef DRISTA_LONE_H
#define DRISTA_LONE_H

/* NULL, or what there is ("it ..."). Threads that are about to end are waited for. */
const char *dr_lone(void);

#endif
