/* The guard of all processes of a check (guard.h). It calls the kernel only: libc belongs to the program. */
#include "server/guard.h"
#include "core/leftover-processes.h"

#include "core/internal.h"
#include "io/crash-folder.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define BIT(signal) (1ul << ((signal)-1))

static long call(long number, long a, long b, long c, long d)
{
	return dr_kernel(number, a, b, c, d, 0, 0);
}

static _Noreturn void leave(int status)
{
	uint64_t none = 0;
	if (WIFSIGNALED(status)) {
		call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&none, 0, sizeof none);
		call(SYS_kill, call(SYS_getpid, 0, 0, 0, 0), WTERMSIG(status), 0, 0);
	}
	for (;;)
		call(SYS_exit_group, WIFEXITED(status) ? WEXITSTATUS(status) : 1, 0, 0, 0);
}

/* Waits until the program has ended, or must end. Returns 0 if it is still running. */
static int has_ended(long program, int *status)
{
	long id;
	int one;
	while ((id = call(SYS_wait4, -1, (long)&one, WNOHANG | __WALL, 0)) > 0)
		if (id == program) {
			*status = one;
			return 1;
		}
	return 0;
}

static _Noreturn void guard(long program)
{
	const uint64_t heard = BIT(SIGCHLD) | BIT(SIGTERM);
	int status = SIGKILL; /* if the guard ends it */
	call(SYS_prctl, PR_SET_NAME, (long)"drista-guard", 0, 0);
	call(SYS_prctl, PR_SET_PDEATHSIG, SIGTERM, 0, 0);
	dr_kernel(SYS_close_range, 0, ~0u, 0, 0, 0,
		0); /* readers of the other ends must see when the program has closed them */
	long signal = 0;
	while (!has_ended(program, &status) && signal != SIGTERM)
		signal = call(SYS_rt_sigtimedwait, (long)&heard, 0, 0, sizeof heard);
	dr_leftover_processes_end(NULL, 0);
	dr_crash_folder_remove();
	leave(status);
}

void dr_guard_begin(void)
{
	uint64_t all = ~0ul, before = 0, flags = SIGCHLD, tid = 0;
	call(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0);
	call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, (long)&before, sizeof all);
	/* libc stores the thread's id where the kernel clears it at the thread's end. */
	if (call(SYS_prctl, PR_GET_TID_ADDRESS, (long)&tid, 0, 0) == 0 && tid)
		flags |= CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
	long me = call(SYS_getpid, 0, 0, 0, 0), child = dr_kernel(SYS_clone, (long)flags, 0, 0, (long)tid, 0, 0);
	if (child > 0)
		guard(child);
	if (child == 0) {
		call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0);
		if (call(SYS_getppid, 0, 0, 0, 0) != me)
			leave(0);
	}
	call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, sizeof before);
}
