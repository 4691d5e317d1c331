/*
 * The lock of a stream (POSIX.1-2017 flockfile): each function on a FILE holds it during the call, except those named
 * _unlocked. It is a recursive mutex. It makes events only where some thread uses it otherwise: by flockfile, or by a
 * function named _unlocked.
 */
#ifndef DRISTA_STREAM_LOCKS_H
#define DRISTA_STREAM_LOCKS_H

#include "core/internal.h"

#include <stdio.h>

/* Called before and after a function that locks the stream. dr_stream_lock returns whether it has locked it. */
int dr_stream_lock(FILE *file, const void *site);
void dr_stream_unlock(FILE *file);
/* Called by a function that does not lock: it accesses the stream as plain data. */
void dr_stream_without_lock(FILE *file, const void *site);

#endif
