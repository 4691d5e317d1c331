/* The limit of memory (memory-limit.h), in bytes that are resident: statm of proc(5). */
#include "server/memory-limit.h"
#include "core/internal.h"
#include "core/launch.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096ul

static uint64_t limit(void)
{
	return dr_launch.memory ? dr_decimal(dr_launch.memory) : UINT64_MAX;
}

/* The resident bytes of the process; 0: it does not exist. */
static uint64_t resident(pid_t process)
{
	char path[64], text[128];
	snprintf(path, sizeof path, "/proc/%d/statm", (int)process);
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return 0;
	ssize_t n = read(file, text, sizeof text - 1);
	close(file);
	text[n > 0 ? n : 0] = 0;
	const char *at = text;
	while (*at && *at != ' ')
		at++;
	return *at ? dr_decimal(at + 1) * PAGE : 0;
}

int dr_memory_exceeded(pid_t process)
{
	return dr_launch.memory && resident(process) > limit();
}

int dr_memory_allows(unsigned copies)
{
	struct rusage used;
	if (!dr_launch.memory)
		return 1;
	return dr_kernel(SYS_getrusage, RUSAGE_SELF, (long)&used, 0, 0, 0, 0) == 0 &&
	       (uint64_t)used.ru_maxrss * 1024 <= limit() / copies;
}
