/*
 * libc allocates the buffers of stdout and stdin at their first use, in the arena of the thread that comes first. The
 * addresses of that thread's later blocks would depend on the schedule. So the runtime provides these buffers before
 * main.
 */
#include "io/streams.h"

#include <stdio.h>
#include <stdio_ext.h>
#include <unistd.h>

static void give_buffer(FILE *stream, char *buffer, int file)
{
	if (__fbufsize(stream) == 0) /* else a constructor of the program has used the stream or set a buffer */
		setvbuf(stream, buffer, isatty(file) ? _IOLBF : _IOFBF, BUFSIZ);
}

static char in[BUFSIZ], out[BUFSIZ];

int dr_is_given_buffer(const char *buffer)
{
	return buffer == in || buffer == out;
}

static __attribute__((constructor)) void give_buffers(void)
{
	give_buffer(stdin, in, 0);
	give_buffer(stdout, out, 1);
}
