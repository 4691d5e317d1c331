/*
 * syscall(). The kernel must not put the only thread to sleep, nor let another one or another process begin, nor order the memory
 * accesses of threads that it does not know of (C++20's atomic wait is a futex). Other calls go through. Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "internal.h"

#include <stdarg.h>
#include <sys/syscall.h>

/* Newer than some headers. */
#define FUTEX_WAITV 449
#define FUTEX_WAKE_NUMBER 454
#define FUTEX_WAIT_NUMBER 455
#define FUTEX_REQUEUE_NUMBER 456

static const char *refused(long number)
{
	switch (number) {
	case SYS_futex: case FUTEX_WAITV: case FUTEX_WAKE_NUMBER: case FUTEX_WAIT_NUMBER: case FUTEX_REQUEUE_NUMBER:
		return "futex";
	case SYS_membarrier:
		return "membarrier";
	case SYS_clone: case SYS_clone3:
		return "clone";
	case SYS_fork: case SYS_vfork:
		return "fork";
	case SYS_execve: case SYS_execveat:
		return "execve";
	default:
		return NULL;
	}
}

DR_EXPORT __attribute__((weak)) long syscall(long number, ...);

long syscall(long number, ...)
{
	const char *name = refused(number);
	if (name && dr_self)
		dr_unsupported(name);
	va_list list;
	va_start(list, number);
	long a[6];
	for (unsigned i = 0; i < 6; i++) /* whatever is there: the kernel looks at as many as the call has */
		a[i] = va_arg(list, long);
	va_end(list);
	return dr_raw_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
