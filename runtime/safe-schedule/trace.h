/* Records events in the order in which they take place. */
#ifndef DRISTA_ENFORCE_TRACE_H
#define DRISTA_ENFORCE_TRACE_H

#include <stdint.h>

/* Into the file: as many as it has room for, 64 bits each: thread, input, event of the schedule + 1. */
void dr_trace_begin(int fd);
/* The running thread performs the event, with that input if it is a choice. Called after all events that it waits for
 * were recorded, and before others go on that wait for it. */
void dr_trace(uint32_t event, uint32_t input);

#endif
