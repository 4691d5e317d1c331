/*
 * syscall(2) as a function. A raw system call must not suspend the only kernel thread, create a thread or process, or
 * order memory accesses of threads that the kernel does not know. Calls that the runtime implements (time, yielding,
 * futex) go to its functions; other calls go to the kernel. Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "io/crash.h"
#include "pthread/calls.h"
#include "pthread/futex.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Some headers lack it. */
#define FUTEX_WAITV 449
#define FUTEX_WAKE_NUMBER 454
#define FUTEX_WAIT_NUMBER 455
#define FUTEX_REQUEUE_NUMBER 456

static const char *unsupported_name(long number)
{
	switch (number) {
	case FUTEX_WAITV:
	case FUTEX_WAKE_NUMBER:
	case FUTEX_WAIT_NUMBER:
	case FUTEX_REQUEUE_NUMBER: return "futex";
	case SYS_clone:
	case SYS_clone3: return "clone";
	case SYS_fork:
	case SYS_vfork: return "fork";
	case SYS_execve:
	case SYS_execveat: return "execve";
	case SYS_exit: return "exit of a thread by a system call";
	case SYS_tkill:
	case SYS_tgkill:
	case SYS_rt_tgsigqueueinfo: return "tgkill";
	case SYS_setuid:
	case SYS_setreuid:
	case SYS_setresuid:
	case SYS_setfsuid:
	case SYS_setgid:
	case SYS_setregid:
	case SYS_setresgid:
	case SYS_setfsgid:
	case SYS_setgroups: return "setuid and its like by a system call";
	case SYS_pause:
	case SYS_rt_sigsuspend:
	case SYS_rt_sigtimedwait: return "waiting for a signal";
	default: return NULL;
	}
}

DR_EXPORT __attribute__((weak)) pid_t gettid(void);
DR_EXPORT __attribute__((weak)) pid_t getpid(void);
DR_EXPORT __attribute__((weak)) pid_t getppid(void);
DR_EXPORT __attribute__((weak)) int kill(pid_t process, int number);
DR_EXPORT __attribute__((weak)) int killpg(pid_t group, int number);
DR_EXPORT __attribute__((weak)) int dr_raise(int number) __asm__("raise");
DR_EXPORT __attribute__((weak)) long syscall(long number, ...);

pid_t gettid(void)
{
	return DR_FIRST_ID + (dr_self ? dr_self->number : 0);
}

/* Each run is another process, but the ids that the program sees are the same in all runs. */
pid_t getpid(void)
{
	return dr_self ? DR_FIRST_ID : (pid_t)dr_kernel(SYS_getpid, 0, 0, 0, 0, 0, 0);
}

pid_t getppid(void)
{
	return dr_self ? 1 : (pid_t)dr_kernel(SYS_getppid, 0, 0, 0, 0, 0, 0);
}

static long failed(int error)
{
	if (!error)
		return 0;
	errno = error;
	return -1;
}

int kill(pid_t process, int number)
{
	if (dr_self && number && process <= 0) /* the group has more processes than the program's own */
		dr_unsupported_at("kill of a group of processes", DR_SITE);
	long real = dr_self && process == DR_FIRST_ID ? dr_kernel(SYS_getpid, 0, 0, 0, 0, 0, 0) : process;
	if (dr_self && process == DR_FIRST_ID && number == SIGKILL)
		dr_error(DR_CRASH, 0, DR_SITE, "the program kills itself (SIGKILL)");
	return (int)failed((int)-dr_kernel(SYS_kill, real, number, 0, 0, 0, 0));
}

/* libc's calls the kernel by itself. */
int killpg(pid_t group, int number)
{
	return group < 0 ? (int)failed(EINVAL) : kill(-group, number);
}

/* libc's raise would use the thread id from before the fork. */
int dr_raise(int number)
{
	if (dr_self && number == SIGKILL)
		dr_error(DR_CRASH, 0, DR_SITE, "the program kills itself (SIGKILL)");
	return (int)failed((int)-dr_kernel(SYS_tgkill, dr_kernel(SYS_getpid, 0, 0, 0, 0, 0, 0),
		dr_kernel(SYS_gettid, 0, 0, 0, 0, 0, 0), number, 0, 0, 0));
}

/* The kernel writes as many bytes as its own set has, and returns how many; libc's function writes all, returns 0. */
static long get_affinity(pid_t id, unsigned long size, void *set)
{
	if (size < sizeof(long) || size % sizeof(long))
		return failed(EINVAL);
	if (!set)
		return failed(EFAULT);
	return sched_getaffinity(id, sizeof(long), set) == 0 ? (long)sizeof(long) : -1;
}

/* Performs a call for which the runtime has a function. Returns 0 if it has none. */
static int ours(long number, const long *a, long *result, const void *site)
{
	switch (number) {
	case SYS_futex: *result = dr_futex(a, site); return 1;
	case SYS_gettid: *result = gettid(); return 1;
	case SYS_getpid: *result = getpid(); return 1;
	case SYS_getppid: *result = getppid(); return 1;
	case SYS_kill: *result = kill((pid_t)a[0], (int)a[1]); return 1;
	case SYS_sched_yield: *result = sched_yield(); return 1;
	case SYS_sched_getaffinity: *result = get_affinity((pid_t)a[0], (unsigned long)a[1], (void *)a[2]); return 1;
	case SYS_sched_setaffinity:
		*result = a[2] ? sched_setaffinity((pid_t)a[0], (size_t)a[1], (const cpu_set_t *)a[2]) : failed(EFAULT);
		return 1;
	case SYS_getcpu: *result = getcpu((unsigned *)a[0], (unsigned *)a[1]); return 1;
	case SYS_nanosleep: *result = nanosleep((const struct timespec *)a[0], (struct timespec *)a[1]); return 1;
	case SYS_clock_nanosleep:
		*result = failed(clock_nanosleep(
			(clockid_t)a[0], (int)a[1], (const struct timespec *)a[2], (struct timespec *)a[3]));
		return 1;
	case SYS_clock_gettime: *result = clock_gettime((clockid_t)a[0], (struct timespec *)a[1]); return 1;
	case SYS_gettimeofday: *result = gettimeofday((struct timeval *)a[0], NULL); return 1;
	case SYS_time: *result = time((time_t *)a[0]); return 1;
	case SYS_getrandom: *result = getrandom((void *)a[0], (size_t)a[1], (unsigned)a[2]); return 1;
	case SYS_read: *result = read((int)a[0], (void *)a[1], (size_t)a[2]); return 1;
	case SYS_write: *result = write((int)a[0], (const void *)a[1], (size_t)a[2]); return 1;
	case SYS_pread64: *result = pread((int)a[0], (void *)a[1], (size_t)a[2], a[3]); return 1;
	case SYS_pwrite64: *result = pwrite((int)a[0], (const void *)a[1], (size_t)a[2], a[3]); return 1;
	case SYS_lseek: *result = lseek((int)a[0], a[1], (int)a[2]); return 1;
	case SYS_open: *result = open((const char *)a[0], (int)a[1], (mode_t)a[2]); return 1;
	case SYS_openat: *result = openat((int)a[0], (const char *)a[1], (int)a[2], (mode_t)a[3]); return 1;
	case SYS_close: *result = close((int)a[0]); return 1;
	case SYS_dup: *result = dup((int)a[0]); return 1;
	case SYS_ftruncate: *result = ftruncate((int)a[0], a[1]); return 1;
	case SYS_unlink: *result = unlink((const char *)a[0]); return 1;
	case SYS_rename: *result = rename((const char *)a[0], (const char *)a[1]); return 1;
	case SYS_flock: *result = flock((int)a[0], (int)a[1]); return 1;
	case SYS_mmap:
		*result = (long)mmap((void *)a[0], (size_t)a[1], (int)a[2], (int)a[3], (int)a[4], a[5]);
		return 1;
	case SYS_munmap: *result = munmap((void *)a[0], (size_t)a[1]); return 1;
	case SYS_mprotect: *result = mprotect((void *)a[0], (size_t)a[1], (int)a[2]); return 1;
	case SYS_fsync: *result = fsync((int)a[0]); return 1;
	case SYS_fdatasync: *result = fdatasync((int)a[0]); return 1;
	case SYS_syncfs: *result = syncfs((int)a[0]); return 1;
	case SYS_sync:
		sync();
		*result = 0;
		return 1;
	default: return 0;
	}
}

/* Calls that are known to change no file and to make none durable. */
static int leaves_files(long number)
{
	switch (number) {
	case SYS_getuid:
	case SYS_geteuid:
	case SYS_getgid:
	case SYS_getegid:
	case SYS_getresuid:
	case SYS_getresgid:
	case SYS_getgroups:
	case SYS_getpgid:
	case SYS_getpgrp:
	case SYS_getsid:
	case SYS_getcwd:
	case SYS_getdents64:
	case SYS_getrlimit:
	case SYS_getrusage:
	case SYS_getpriority:
	case SYS_sched_get_priority_max:
	case SYS_sched_get_priority_min:
	case SYS_sched_getparam:
	case SYS_sched_getscheduler:
	case SYS_clock_getres:
	case SYS_uname:
	case SYS_sysinfo:
	case SYS_stat:
	case SYS_fstat:
	case SYS_lstat:
	case SYS_newfstatat:
	case SYS_statx:
	case SYS_statfs:
	case SYS_fstatfs:
	case SYS_access:
	case SYS_faccessat:
	case SYS_readlink:
	case SYS_readlinkat:
	case SYS_rt_sigaction:
	case SYS_rt_sigprocmask: return 1;
	default: return 0;
	}
}

/* The name of a call that reads or changes files; NULL: it is none. */
static const char *file_call(long number)
{
	switch (number) {
	case SYS_readv:
	case SYS_writev:
	case SYS_preadv:
	case SYS_pwritev:
	case SYS_preadv2:
	case SYS_pwritev2: return "readv, writev and their like";
	case SYS_renameat:
	case SYS_renameat2:
	case SYS_unlinkat:
	case SYS_link:
	case SYS_linkat:
	case SYS_symlink: return "renameat, unlinkat and their like";
	case SYS_truncate:
	case SYS_fallocate:
	case SYS_sendfile:
	case SYS_copy_file_range:
	case SYS_splice: return "truncate, sendfile and their like";
	case SYS_io_uring_setup:
	case SYS_io_submit: return "asynchronous input and output";
	default: return NULL;
	}
}

long syscall(long number, ...)
{
	/*
	 * A fence in all threads at once. Kernels may lack it, so programs have a fallback, and libraries query it
	 * before main. ENOSYS is the answer of such a kernel to a query and to a barrier (membarrier(2)).
	 */
	if (number == SYS_membarrier)
		return failed(ENOSYS);
	const char *name = unsupported_name(number);
	if (name && dr_self)
		dr_unsupported(name);
	va_list list;
	va_start(list, number);
	long a[6];
	for (unsigned i = 0; i < 6; i++) /* surplus arguments are arbitrary: the kernel ignores them */
		a[i] = va_arg(list, long);
	va_end(list);
	long result;
	if (dr_self) {
		uint8_t disabled = dr_self->calls.cancel_disabled;
		dr_self->calls.cancel_disabled = 1; /* syscall() is no cancellation point, whatever call it makes */
		int done = ours(number, a, &result, DR_SITE);
		dr_self->calls.cancel_disabled = disabled;
		if (done)
			return result;
		if (file_call(number))
			dr_unsupported(file_call(number));
		if (!leaves_files(number)) {
			char what[48];
			snprintf(what, sizeof what, "system call %ld by syscall()", number);
			dr_crash_refuse(what, DR_SITE);
		}
	}
	return dr_raw_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
