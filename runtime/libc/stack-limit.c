/* The limit of the stack of the main thread (setrlimit). */
#include "core/callstack.h"
#include "core/internal.h"
#include "fiber/fiber.h"

#include <sys/resource.h>
#include <sys/syscall.h>

/* A program may raise the limit of its main thread, whose stack then grows further. */
static int limited(int resource, const struct rlimit *limit)
{
	int result = (int)dr_raw_syscall(SYS_setrlimit, (long)resource, limit, 0l, 0l, 0l, 0l);
	if (result || resource != RLIMIT_STACK || !dr_self)
		return result;
	uint64_t size = limit->rlim_cur < DR_STACK_MAX / 2 ? limit->rlim_cur : DR_STACK_MAX / 2;
	if (size > dr_fiber[0].stack_size && dr_stack_map(0, size))
		dr_thread_stack(0, size, 0);
	return 0;
}

DR_EXPORT __attribute__((weak)) int dr_setrlimit(int resource, const struct rlimit *limit) __asm__("setrlimit");
DR_EXPORT __attribute__((weak)) int dr_setrlimit64(int resource, const struct rlimit *limit) __asm__("setrlimit64");
int dr_setrlimit(int resource, const struct rlimit *limit)
{
	return limited(resource, limit);
}
int dr_setrlimit64(int resource, const struct rlimit *limit)
{
	return limited(resource, limit);
}
