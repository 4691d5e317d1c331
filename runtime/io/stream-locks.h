/*
 * The lock of a stream (POSIX.1-2017 flockfile): each function on a FILE holds it, but for those named _unlocked. It is
 * a recursive mutex. Threads see it only where some thread uses it apart from such a function: by flockfile, or by a
 * function named _unlocked.
 */
#ifndef DRISTA_STREAM_LOCKS_H
#define DRISTA_STREAM_LOCKS_H

#include "internal.h"

#include <stdio.h>

/* Around a function that locks the stream. Returns whether it holds the lock now. */
int dr_stream_lock(FILE *file, const void *site);
void dr_stream_unlock(FILE *file);
/* A function that does not: it accesses the stream as plain data. */
void dr_stream_without_lock(FILE *file, const void *site);

#endif
