/*
 * Streams of memory (POSIX.1-2017 fmemopen, open_memstream). What is written to one is in the program's memory after
 * fflush or fclose: these write the pointer and the size of open_memstream, and the buffer of fmemopen, of which the
 * first byte counts.
 */
#include "io/memory-streams.h"
#include "memory/plain.h"

#define STREAMS 64u

static struct memory_stream {
	FILE *file; /* NULL: free */
	struct {
		void *at;
		size_t size;
	} writes[2];
} streams[STREAMS];

static struct memory_stream *find(FILE *file)
{
	for (unsigned i = 0; i < STREAMS; i++)
		if (streams[i].file == file)
			return &streams[i];
	return NULL;
}

void dr_memory_stream(FILE *file, void *first, size_t size, void *second, size_t second_size)
{
	struct memory_stream *s = file ? find(NULL) : NULL;
	if (s)
		*s = (struct memory_stream){file, {{first, size}, {second, second_size}}};
}

void dr_memory_stream_written(FILE *file, int closed, const void *site)
{
	struct memory_stream *s = find(file);
	if (!s || !file)
		return;
	for (unsigned i = 0; i < 2; i++)
		if (s->writes[i].size)
			dr_plain_range(s->writes[i].at, s->writes[i].size, DR_WRITES, site);
	if (closed)
		s->file = NULL;
}
