/*
 * How the files of io/ define calls of libc and return what the kernel says. Only for them.
 */
#ifndef DRISTA_IO_CALLS_H
#define DRISTA_IO_CALLS_H

#include "core/internal.h"

#include <errno.h>

/* A system call of at most four arguments. Returns what libc's function does: -1, and errno, on failure. */
#define SYSTEM(number, ...) dr_raw_syscall(number, __VA_ARGS__, 0l, 0l, 0l, 0l, 0l)

/* A function of libc that a program may define itself. */
#define WEAK DR_EXPORT __attribute__((weak))
#define DEFINE(type, name, ...) \
	WEAK type name(__VA_ARGS__); \
	type name(__VA_ARGS__)

/* Sets errno for an error of the form -errno, and returns -1. */
static inline long dr_fail(long error)
{
	errno = (int)-error;
	return -1;
}

/* What a function of libc returns for a system call's result: -1, and errno, on failure. */
static inline long dr_result(long r)
{
	return r < 0 ? dr_fail(r) : r;
}

#endif
