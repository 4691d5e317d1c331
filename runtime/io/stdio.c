/*
 * libc gives stdout and stdin their buffers when they are first used: in the arena of whichever thread comes first,
 * whose later blocks would then lie elsewhere than in another schedule. So they get buffers of ours before main.
 */
#include "internal.h"

#include <stdio.h>
#include <stdio_ext.h>
#include <unistd.h>

static void give_buffer(FILE *stream, char *buffer, int file)
{
	if (__fbufsize(stream) == 0) /* else a constructor of the program has used it, or chosen */
		setvbuf(stream, buffer, isatty(file) ? _IOLBF : _IOFBF, BUFSIZ);
}

static __attribute__((constructor)) void give_buffers(void)
{
	static char in[BUFSIZ], out[BUFSIZ];
	give_buffer(stdin, in, 0);
	give_buffer(stdout, out, 1);
}
