/*
 * The offsets of files that are open before main, as those of constructors are (POSIX.1-2017, XSH 2.5.1, "open file
 * description"). The kernel keeps them for the server and all runs together, so they are set back when a run has ended.
 */
#include "io/offsets.h"
#include "core/internal.h"

#include <sys/syscall.h>
#include <unistd.h>

#define FILES 256

static long offsets[FILES]; /* by descriptor; negative: it has none */

void dr_offsets_note(void)
{
	for (int i = 0; i < FILES; i++)
		offsets[i] = dr_kernel(SYS_lseek, i, 0, SEEK_CUR, 0, 0, 0);
}

void dr_offsets_reset(void)
{
	for (int i = 0; i < FILES; i++)
		if (offsets[i] >= 0 && dr_kernel(SYS_lseek, i, 0, SEEK_CUR, 0, 0, 0) != offsets[i])
			dr_kernel(SYS_lseek, i, offsets[i], SEEK_SET, 0, 0, 0);
}
