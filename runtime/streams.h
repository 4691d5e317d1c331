/* What threads do to a stream of libc's (FILE) counts as done to its descriptor at once, though libc keeps some of it in a buffer. */
#ifndef DRISTA_STREAMS_H
#define DRISTA_STREAMS_H

#include "descriptions.h"

#include <stdio.h>

/* Around libc's own function, as dr_use_begin and dr_use_end. */
struct dr_use dr_stream_begin(const char *name, FILE *file, int write, const void *site);
/* It has read or written these bytes. */
void dr_stream_end(struct dr_use *u, const void *bytes, size_t size);

#endif
