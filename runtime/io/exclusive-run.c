/* Runs that write files (exclusive-run.h): a lock on the executable, which the kernel releases when the process ends in
 * whatever way.
 * */
#include "io/exclusive-run.h"
#include "core/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define HIGH 1000 /* a high descriptor, so that the program's files have their usual numbers */

static int locked, waits;

int dr_run_waits_for_lock(void)
{
	return waits;
}

void dr_run_exclusively(void)
{
	if (locked || !dr_self || dr_standalone)
		return;
	locked = 1;
	int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC),
	    high = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, HIGH);
	if (high >= 0) {
		close(file);
		file = high;
	}
	waits = 1;
	struct timespec millisecond = {0, 1000000};
	while (file >= 0 && dr_kernel(SYS_flock, file, LOCK_EX | LOCK_NB, 0, 0, 0, 0) == -EWOULDBLOCK)
		dr_kernel(SYS_nanosleep, (long)&millisecond, 0, 0, 0, 0, 0);
	waits = 0;
}
