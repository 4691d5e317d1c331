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

#define HIGH 1000 /* a high descriptor, so that the program's files have their usual numbers */

static int locked, waits;
static long held = -1; /* a descriptor of the executable */

int dr_run_waits_for_lock(void)
{
	return waits;
}

static void open_executable(void)
{
	long file = dr_kernel(SYS_open, (long)"/proc/self/exe", O_RDONLY | O_CLOEXEC, 0, 0, 0, 0),
	     high = file < 0 ? -1 : dr_kernel(SYS_fcntl, file, F_DUPFD_CLOEXEC, HIGH, 0, 0, 0);
	if (high >= 0) {
		dr_kernel(SYS_close, file, 0, 0, 0, 0, 0);
		file = high;
	}
	held = file;
}

static int is_taken(void)
{
	return held >= 0 && dr_kernel(SYS_flock, held, LOCK_EX | LOCK_NB, 0, 0, 0, 0) == -EWOULDBLOCK;
}

int dr_run_try_lock(void)
{
	open_executable();
	return !is_taken();
}

void dr_run_lock(void)
{
	if (locked)
		return;
	locked = 1;
	open_executable();
	waits = 1;
	struct timespec millisecond = {0, 1000000};
	while (is_taken())
		dr_kernel(SYS_nanosleep, (long)&millisecond, 0, 0, 0, 0, 0);
	waits = 0;
}

void dr_run_unlock(void)
{
	if (held >= 0)
		dr_kernel(SYS_close, held, 0, 0, 0, 0, 0);
	held = -1;
	locked = 0;
}

void dr_run_exclusively(void)
{
	if (dr_self && !dr_standalone)
		dr_run_lock();
}
