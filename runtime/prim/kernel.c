/*
 * The functions of libc that the runtime itself calls (syscall.h): as system calls, as a few lines here, or by libc's
 * own function.
 */
#define DRISTA_DEFINES_KERNEL
#include "prim/real.h"
#include "prim/base.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/syscall.h>

static long result_of(long r)
{
	if (r >= 0 || r < -4095)
		return r;
	errno = (int)-r;
	return -1;
}

long dr_raw_syscall(long number, ...)
{
	long a[6];
	va_list list;
	va_start(list, number);
	for (unsigned i = 0; i < 6; i++) /* surplus arguments are arbitrary: the kernel ignores them */
		a[i] = va_arg(list, long);
	va_end(list);
	return result_of(dr_kernel(number, a[0], a[1], a[2], a[3], a[4], a[5]));
}

/* The callers use libc's declarations; arguments and results are passed in the same registers. */
#define CALL0(name, number) \
	long dr_raw_##name(void); \
	long dr_raw_##name(void) \
	{ \
		return result_of(dr_kernel(number, 0, 0, 0, 0, 0, 0)); \
	}
#define CALL3(name, number) \
	long dr_raw_##name(long a, long b, long c); \
	long dr_raw_##name(long a, long b, long c) \
	{ \
		return result_of(dr_kernel(number, a, b, c, 0, 0, 0)); \
	}
#define CALL6(name, number) \
	long dr_raw_##name(long a, long b, long c, long d, long e, long f); \
	long dr_raw_##name(long a, long b, long c, long d, long e, long f) \
	{ \
		return result_of(dr_kernel(number, a, b, c, d, e, f)); \
	}

CALL0(getpid, SYS_getpid)
CALL0(getppid, SYS_getppid)
CALL3(munmap, SYS_munmap)
CALL3(madvise, SYS_madvise)
CALL3(read, SYS_read)
CALL3(writev, SYS_writev)
CALL3(open, SYS_open)
CALL3(close, SYS_close)
CALL3(fcntl, SYS_fcntl)
CALL3(dup2, SYS_dup2)
CALL3(eventfd, SYS_eventfd2)
CALL3(readlink, SYS_readlink)
CALL3(poll, SYS_poll)
CALL3(kill, SYS_kill)
CALL3(sigaltstack, SYS_sigaltstack)
CALL6(prctl, SYS_prctl)

void *dr_raw_mmap(void *at, size_t size, int protection, int flags, int file, long offset);
/* The runtime maps its memory at addresses of its own: the kernel's choice of addresses for the program's mappings must
 * not depend on how much memory the runtime has mapped, which differs from run to run. */
#define OWN_PLACE 0x600000000000ul /* 96 TiB: above the stacks of threads (ended-stacks.h) */

void *dr_raw_mmap(void *at, size_t size, int protection, int flags, int file, long offset)
{
	static uint64_t next = OWN_PLACE;
	if (!at) {
		at = (void *)next; /* a hint: the kernel chooses another address if this one is in use */
		next += ((uint64_t)size + 0x1fff) & -0x1000ul;
	}
	return (void *)result_of(dr_kernel(SYS_mmap, (long)at, (long)size, protection, flags, file, offset));
}

int dr_raw_isatty(int file);
int dr_raw_isatty(int file)
{
	char settings[64];
	return dr_kernel(SYS_ioctl, file, 0x5401 /* TCGETS */, (long)settings, 0, 0, 0) == 0;
}

long dr_raw_waitpid(long process, int *status, long options);
long dr_raw_waitpid(long process, int *status, long options)
{
	return result_of(dr_kernel(SYS_wait4, process, (long)status, options, 0, 0, 0));
}

long dr_raw_sigprocmask(int how, const sigset_t *set, sigset_t *old);
long dr_raw_sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	return result_of(dr_kernel(SYS_rt_sigprocmask, how, (long)set, (long)old, 8, 0, 0));
}

int dr_raw_sigaction(int number, const struct sigaction *new, struct sigaction *old);
int dr_raw_sigaction(int number, const struct sigaction *new, struct sigaction *old)
{
	return dr_real.sigaction(number, new, old);
}

/* For SIG_IGN and SIG_DFL only: a handler would need a restorer. */
void dr_raw_signal(int number, void (*how)(int));
void dr_raw_signal(int number, void (*how)(int))
{
	struct {
		void (*handler)(int);
		uint64_t flags;
		void (*restorer)(void);
		uint64_t mask;
	} action = {how, 0, NULL, 0};
	dr_kernel(SYS_rt_sigaction, number, (long)&action, 0, 8, 0, 0);
}

size_t dr_raw_strlen(const char *text);
size_t dr_raw_strlen(const char *text)
{
	size_t n = 0;
	while (*(const volatile char *)(text + n)) /* volatile: else the compiler may emit a call of strlen */
		n++;
	return n;
}

char *dr_raw_strerror(int error);
char *dr_raw_strerror(int error)
{
	return dr_real.strerror(error);
}

int dr_raw_vsnprintf(char *to, size_t room, const char *format, va_list list);
int dr_raw_vsnprintf(char *to, size_t room, const char *format, va_list list)
{
	return dr_real.vsnprintf(to, room, format, list);
}

int dr_raw_snprintf(char *to, size_t room, const char *format, ...);
int dr_raw_snprintf(char *to, size_t room, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	int n = dr_raw_vsnprintf(to, room, format, list);
	va_end(list);
	return n;
}

unsigned long dr_decimal(const char *text)
{
	unsigned long n = 0;
	for (; *text >= '0' && *text <= '9'; text++)
		n = n * 10 + (unsigned long)(*text - '0');
	return n;
}

int dr_raw_backtrace(void **frame, int most);
int dr_raw_backtrace(void **frame, int most)
{
	return dr_real.backtrace(frame, most);
}
