/* Streams whose contents are memory of the program. */
#ifndef DRISTA_MEMORY_STREAMS_H
#define DRISTA_MEMORY_STREAMS_H

#include <stddef.h>
#include <stdio.h>

/* The stream, new, or NULL, writes these objects of the program when it is flushed; sizes of 0: nothing. */
void dr_memory_stream(FILE *file, void *first, size_t size, void *second, size_t second_size);
/* The stream was flushed, and perhaps closed: announces what that has written. */
void dr_memory_stream_written(FILE *file, int closed, const void *site);

#endif
