/* Intercepting system calls (trap.h). */
#include "server/trap.h"
#include "core/internal.h"
#include "server/rollback.h"
#include "server/snapshot.h"

#include <linux/audit.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <ucontext.h>

#define USER_DISPATCH 59 /* option of prctl; some headers lack it */
#define RETURN \
	16ul /* bytes of libc's code that returns from a signal handler: the only system call that is never \
		intercepted */
#define CALL 2 /* bytes of the syscall instruction */
#define STANDARD 3u /* files 0, 1 and 2 */
#define TCGETS 0x5401
#define MAX_WRITE 0x7ffff000l /* the most bytes that the kernel writes in one call */

struct action {
	void (*handler)(int, siginfo_t *, void *);
	uint64_t flags, restorer, mask;
};

static DR_HOT volatile char *gate; /* read at the end of every run */
static uint64_t restorer; /* libc's code that returns from a signal handler */

int dr_trap_open(void)
{
	int was = gate ? *gate : DR_TRAP_OPEN;
	dr_trap_set(DR_TRAP_OPEN);
	return was;
}

void dr_trap_set(int to)
{
	if (gate)
		*gate = (char)to;
}

static const struct {
	short number;
	const char *name;
} names[] = {
	{SYS_read, "read"},
	{SYS_write, "write"},
	{SYS_open, "open"},
	{SYS_openat, "open"},
	{SYS_close, "close"},
	{SYS_lseek, "lseek"},
	{SYS_mmap, "mmap"},
	{SYS_munmap, "munmap"},
	{SYS_mprotect, "mprotect"},
	{SYS_madvise, "madvise"},
	{SYS_mremap, "mremap"},
	{SYS_rt_sigaction, "sigaction"},
	{SYS_rt_sigprocmask, "pthread_sigmask"},
	{SYS_sigaltstack, "sigaltstack"},
	{SYS_kill, "kill"},
	{SYS_tgkill, "raise"},
	{SYS_pipe, "pipe"},
	{SYS_pipe2, "pipe"},
	{SYS_socket, "socket"},
	{SYS_socketpair, "socketpair"},
	{SYS_eventfd2, "eventfd"},
	{SYS_epoll_create1, "epoll_create"},
	{SYS_dup, "dup"},
	{SYS_dup2, "dup2"},
	{SYS_dup3, "dup3"},
	{SYS_fcntl, "fcntl"},
	{SYS_chdir, "chdir"},
	{SYS_unlink, "unlink"},
	{SYS_mkdir, "mkdir"},
	{SYS_access, "access"},
	{SYS_getpid, "getpid"},
	{SYS_gettid, "gettid"},
	{SYS_stat, "stat"},
	{SYS_newfstatat, "fstatat"},
	{SYS_getrandom, "getrandom"},
	{SYS_nanosleep, "nanosleep"},
	{SYS_clock_nanosleep, "nanosleep"},
	{SYS_exit_group, "exit_group"},
};

static const char *name_of(long number)
{
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].number == number)
			return names[i].name;
	return NULL;
}

static int answer(void *to, const void *from, size_t size, long result)
{
	if (result == 0)
		dr_copy(to, from, size);
	return 1;
}

/*
 * Emulates calls that have no effect; returns 0 for others. Files 0 to 2 are /dev/null (dr_trap_init), and no thread
 * sleeps in the kernel that a futex could wake. The kernel itself must not write to the program's memory, which may be
 * read-only.
 */
static int harmless(long number, const long *a, long *result)
{
	union {
		struct stat file;
		char terminal[64];
		uint64_t mask;
	} got;
	unsigned long file = (unsigned long)a[0];
	switch (number) {
	case SYS_write: *result = a[2]; return file < STANDARD && a[2] >= 0 && a[2] < MAX_WRITE;
	case SYS_writev:
		*result = 0;
		for (long i = 0; file < STANDARD && i < a[2]; i++)
			*result += (long)((const struct iovec *)a[1])[i].iov_len;
		return file < STANDARD;
	case SYS_getuid:
	case SYS_geteuid:
	case SYS_getgid:
	case SYS_getegid:
	case SYS_sched_get_priority_max:
	case SYS_sched_get_priority_min: *result = dr_kernel(number, a[0], 0, 0, 0, 0, 0); return 1;
	case SYS_read: *result = 0; return file < STANDARD;
	case SYS_fstat:
		*result = file < STANDARD ? dr_kernel(SYS_fstat, a[0], (long)&got, 0, 0, 0, 0) : 0;
		return file < STANDARD && answer((void *)a[1], &got, sizeof got.file, *result);
	case SYS_newfstatat: /* fstat in some versions of libc: with an empty name */
		if (file >= STANDARD || *(const char *)a[1])
			return 0;
		*result = dr_kernel(SYS_newfstatat, a[0], (long)"", (long)&got, a[3], 0, 0);
		return answer((void *)a[2], &got, sizeof got.file, *result);
	case SYS_ioctl:
		if (file >= STANDARD || a[1] != TCGETS)
			return 0;
		*result = dr_kernel(SYS_ioctl, a[0], TCGETS, (long)&got, 0, 0, 0);
		return *result != 0;
	case SYS_rt_sigprocmask: /* only if it queries */
		if (a[1] || !a[2] || a[3] != sizeof got.mask)
			return 0;
		*result = dr_kernel(SYS_rt_sigprocmask, 0, 0, (long)&got, sizeof got.mask, 0, 0);
		return answer((void *)a[2], &got, sizeof got.mask, *result);
	case SYS_futex: *result = 0; return (a[1] & 0x7f) == 1; /* FUTEX_WAKE */
	default: return 0;
	}
}

/* Calls that change only the process's own state, which its forks inherit. */
static int own(long number, const long *a, long *result)
{
	switch (number) {
	case SYS_mmap:
		if ((a[3] & MAP_TYPE) != MAP_PRIVATE || !(a[3] & MAP_ANONYMOUS))
			return 0;
		break;
	case SYS_madvise: /* some advice excludes memory from fork */
		if (a[2] > MADV_DONTNEED && a[2] != MADV_FREE && a[2] != MADV_HUGEPAGE && a[2] != MADV_NOHUGEPAGE)
			return 0;
		break;
	case SYS_rt_sigaction:
		if (a[0] == SIGSYS)
			return 0;
		break;
	case SYS_munmap:
	case SYS_mprotect:
	case SYS_brk:
	case SYS_mremap: break;
	default: return 0;
	}
	*result = dr_kernel(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	return 1;
}

static void trapped(int signal_number, siginfo_t *info, void *context)
{
	greg_t *reg = ((ucontext_t *)context)->uc_mcontext.gregs;
	long number = info->si_syscall, result;
	const long a[] = {reg[REG_RDI], reg[REG_RSI], reg[REG_RDX], reg[REG_R10], reg[REG_R8], reg[REG_R9]};
	(void)signal_number;
	dr_trap_open();
	int known = info->si_arch == AUDIT_ARCH_X86_64; /* not int 0x80, which has other call numbers */
	if (!(known && harmless(number, a, &result)) && (dr_rolling() || !known || !own(number, a, &result))) {
		if (dr_rolling())
			dr_rollback_calls(known ? name_of(number) : NULL, number);
		dr_snapshot_end();
		reg[REG_RAX] = number;
		reg[REG_RIP] -= CALL; /* repeats the instruction */
		return;
	}
	reg[REG_RAX] = result;
	dr_trap_set(DR_TRAP_SHUT);
}

static int is_null_file(int file)
{
	struct stat s;
	return dr_kernel(SYS_fstat, file, (long)&s, 0, 0, 0, 0) == 0 && S_ISCHR(s.st_mode) &&
	       s.st_rdev == makedev(1, 3);
}

const char *dr_trap_init(volatile char *the_gate)
{
	struct action crash, other;
	uint64_t blocked = 0;
	for (int file = 0; file < (int)STANDARD; file++)
		if (!is_null_file(file))
			return "its input or output is shown";
	dr_kernel(SYS_rt_sigaction, SIGSEGV, 0, (long)&crash, 8, 0, 0);
	dr_kernel(SYS_rt_sigaction, SIGSYS, 0, (long)&other, 8, 0, 0);
	dr_kernel(SYS_rt_sigprocmask, 0, 0, (long)&blocked, 8, 0, 0);
	if (!dr_ours((uint64_t)crash.handler) || other.handler ||
		(blocked & (1ul << (SIGSEGV - 1) | 1ul << (SIGSYS - 1))))
		return "it handles signals";
	struct sigaction action = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
	sigaction(SIGSYS, &action, NULL);
	*the_gate = DR_TRAP_OPEN;
	gate = the_gate;
	restorer = crash.restorer;
	if (!dr_trap_again()) {
		dr_trap_end();
		return "this kernel does not let calls of it be stopped";
	}
	return NULL;
}

int dr_trap_again(void)
{
	return dr_kernel(SYS_prctl, USER_DISPATCH, 1, (long)restorer, RETURN, (long)gate, 0) == 0;
}

void dr_trap_end(void)
{
	if (!gate)
		return;
	gate = NULL;
	dr_kernel(SYS_prctl, USER_DISPATCH, 0, 0, 0, 0, 0);
	dr_trap_default(SIGSYS);
}

void dr_trap_default(int signal_number)
{
	const struct action none = {0};
	dr_kernel(SYS_rt_sigaction, signal_number, (long)&none, 0, sizeof none.mask, 0, 0);
}
