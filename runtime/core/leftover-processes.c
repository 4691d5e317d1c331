/* Finding and ending processes of the program's own (leftover-processes.h), with system calls only, since the guard
 * uses it too. */
#include "core/leftover-processes.h"
#include "core/internal.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define TEXT 4096

/* Reads the list of this process's children as text (proc(5)). Returns 0 if there are none, or the kernel has no such
 * file. */
static long children(char *text)
{
	long file = dr_kernel(SYS_open, (long)"/proc/thread-self/children", O_RDONLY | O_CLOEXEC, 0, 0, 0, 0);
	long n = file < 0 ? 0 : dr_kernel(SYS_read, file, (long)text, TEXT - 1, 0, 0, 0);
	if (file >= 0)
		dr_kernel(SYS_close, file, 0, 0, 0, 0, 0);
	text[n > 0 ? n : 0] = 0;
	return n > 0 ? n : 0;
}

static int is_known(long id, const pid_t *known, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (known[i] == id)
			return 1;
	return 0;
}

static void end(long id)
{
	dr_kernel(SYS_kill, id, SIGKILL, 0, 0, 0, 0);
	dr_kernel(SYS_wait4, id, 0, __WALL, 0, 0, 0);
}

unsigned dr_leftover_processes_end(const pid_t *known, unsigned count)
{
	char text[TEXT];
	unsigned ended = 0, before;
	do {
		before = ended;
		children(text);
		for (const char *at = text; *at; at++) {
			long id = (long)dr_decimal(at);
			while (*at >= '0' && *at <= '9')
				at++;
			if (*at == 0)
				break; /* cut off: the next reading has it */
			if (id && !is_known(id, known, count)) {
				end(id);
				ended++;
			}
		}
	} while (ended != before);
	return ended;
}
