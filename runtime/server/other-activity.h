/*
 * Finds other kernel threads and timers of the server's process. A run in a process of its own does not have them,
 * since fork copies neither. A run in the server's process would (rollback.h).
 */
#ifndef DRISTA_OTHER_ACTIVITY_H
#define DRISTA_OTHER_ACTIVITY_H

/* Returns NULL if there are none, else a text for a note ("it ..."). Waits for threads that are about to end. */
const char *dr_other_activity(void);

#endif
