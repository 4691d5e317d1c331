/* Other threads and timers (other-activity.h), as the kernel lists them: a constructor may have created them without
 * libc. */
#include "server/other-activity.h"
#include "core/internal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define TIMEOUT 200 /* milliseconds to wait for threads to end */

/* Reads the beginning of a file in /proc as a string. Returns the number of bytes; -1: there is no such file. */
static ssize_t read_file(const char *name, char *to, size_t size)
{
	int file = open(name, O_RDONLY | O_CLOEXEC);
	ssize_t n = file < 0 ? -1 : read(file, to, size - 1);
	if (file >= 0)
		close(file);
	to[n < 0 ? 0 : n] = 0;
	return n;
}

static int threads(void)
{
	char text[4096];
	read_file("/proc/self/status", text, sizeof text);
	const char *line = strstr(text, "\nThreads:");
	return line ? atoi(line + sizeof "\nThreads:") : 0;
}

static int has_timer(void)
{
	char text[64];
	struct itimerval timer;
	for (int which = ITIMER_REAL; which <= ITIMER_PROF; which++)
		if (dr_kernel(SYS_getitimer, which, (long)&timer, 0, 0, 0, 0) == 0 &&
			(timer.it_value.tv_sec || timer.it_value.tv_usec))
			return 1;
	return read_file("/proc/self/timers", text, sizeof text) > 0;
}

const char *dr_other_activity(void)
{
	const struct timespec millisecond = {0, 1000000};
	for (int waited = 0; threads() != 1; waited++) {
		if (waited == TIMEOUT)
			return "it has threads that drista does not know";
		syscall(SYS_nanosleep, &millisecond, NULL);
	}
	return has_timer() ? "it has timers" : NULL;
}
