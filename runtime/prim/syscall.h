/*
 * System calls and other functions of libc for the runtime itself. The runtime is linked into the program, so a
 * program's own function called poll, close or strlen would replace libc's. So calls by such names go to the runtime's
 * functions (kernel.c), in every file that includes internal.h.
 */
#ifndef DRISTA_SYSCALL_H
#define DRISTA_SYSCALL_H

#if !defined(__x86_64__)
#error "drista's runtime knows the system calls of x86-64 only so far"
#endif

/* A system call. Returns what the kernel returns: -errno on failure. */
#ifdef __clang_analyzer__ /* it does not see that the kernel writes to memory by an address */
long dr_kernel(long number, long a, long b, long c, long d, long e, long f);
#else
static inline long dr_kernel(long number, long a, long b, long c, long d, long e, long f)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	long result;
	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}
#endif

/* The same with libc's convention: -1, and errno, on failure. */
long dr_raw_syscall(long number, ...);

/* The decimal number at the beginning of the text. */
unsigned long dr_decimal(const char *text);

#ifndef DRISTA_DEFINES_KERNEL /* kernel.c; and tests that are linked without it */
#define DR_OURS(name) __asm__(".set " #name ", dr_raw_" #name "\n");
DR_OURS(syscall)
DR_OURS(mmap)
DR_OURS(munmap)
DR_OURS(madvise)
DR_OURS(read)
DR_OURS(writev)
DR_OURS(open)
DR_OURS(close)
DR_OURS(fcntl)
DR_OURS(dup2)
DR_OURS(eventfd)
DR_OURS(isatty)
DR_OURS(readlink)
DR_OURS(poll)
DR_OURS(prctl)
DR_OURS(getpid)
DR_OURS(getppid)
DR_OURS(kill)
DR_OURS(waitpid)
DR_OURS(signal)
DR_OURS(sigaction)
DR_OURS(sigaltstack)
DR_OURS(sigprocmask)
DR_OURS(strlen)
DR_OURS(strerror)
DR_OURS(snprintf)
DR_OURS(vsnprintf)
DR_OURS(backtrace)
#endif

#endif
