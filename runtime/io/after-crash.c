/* The command that looks at what is left after a loss of power (after-crash.h). */
#include "io/after-crash.h"
#include "core/internal.h"
#include "core/launch.h"
#include "core/leftover-processes.h"
#include "core/log.h"
#include "prim/copy.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#define SECONDS 10 /* a command that takes longer hangs */
#define SLICE 20 /* milliseconds */
#define LINE 400u

static long call(long number, long a, long b, long c, long d)
{
	return dr_kernel(number, a, b, c, d, 0, 0);
}

int dr_run_waits_for_command(void)
{
	return dr_log->commanded != 0;
}

static long milliseconds(void)
{
	struct timespec t;
	call(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&t, 0, 0);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static _Noreturn void become(int output)
{
	static const char *argument[] = {"sh", "-c", NULL, NULL};
	uint64_t none = 0;
	struct {
		void *handler;
		uint64_t flags;
		void *restorer;
		uint64_t mask;
	} standard = {0};
	argument[2] = dr_launch.after_crash;
	call(SYS_setpgid, 0, 0, 0, 0);
	for (int signal = 1; signal <= 64; signal++) /* what the program ignores */
		call(SYS_rt_sigaction, signal, (long)&standard, 0, sizeof none);
	call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&none, 0, sizeof none);
	long null = call(SYS_open, (long)"/dev/null", O_RDONLY, 0, 0);
	call(SYS_dup2, null, 0, 0, 0);
	call(SYS_dup2, output, 1, 0, 0);
	call(SYS_dup2, output, 2, 0, 0);
	call(SYS_close_range, 3, ~0u, 0, 0);
	if (call(SYS_chdir, (long)dr_launch.crash, 0, 0, 0) == 0)
		call(SYS_execve, (long)"/bin/sh", (long)argument, (long)dr_launch_environment, 0);
	for (;;)
		call(SYS_exit_group, 127, 0, 0, 0);
}

/* The last line with something in it, of what has been read so far. */
struct last_line {
	char line[LINE + 1], made[LINE + 1];
	size_t length;
};

static void add(struct last_line *l, const char *bytes, long n)
{
	for (long i = 0; i < n; i++) {
		unsigned char c = (unsigned char)bytes[i];
		if (c == '\n')
			l->length = 0;
		else if (l->length < LINE) {
			l->made[l->length++] = (char)(c < ' ' || c == 127 ? '?' : c);
			l->made[l->length] = 0;
			dr_raw_memcpy(l->line, l->made, l->length + 1);
		}
	}
}

/* Reads what is there now. */
static int drain(int from, struct last_line *l)
{
	char bytes[1024];
	long n;
	while ((n = call(SYS_read, from, (long)bytes, sizeof bytes, 0)) > 0)
		add(l, bytes, n);
	return n == 0;
}

/* Waits for the end of the process, and reads its output. Returns 0 if it does not end in time. */
static int await(long id, int from, int *status, struct last_line *l)
{
	long end = milliseconds() + SECONDS * 1000l;
	struct timespec slice = {0, SLICE * 1000000};
	for (int closed = 0; milliseconds() < end;) {
		struct pollfd on = {from, POLLIN, 0};
		if (closed)
			call(SYS_nanosleep, (long)&slice, 0, 0, 0);
		else
			call(SYS_poll, (long)&on, 1, SLICE, 0);
		closed = closed || drain(from, l);
		for (int wait = closed ? 1 : 0;; wait = 0) { /* it usually ends at once then */
			long r = call(SYS_wait4, id, (long)status, WNOHANG, 0);
			if (r == id) {
				drain(from, l);
				return 1;
			}
			if (!wait)
				break;
			struct timespec moment = {0, 200000};
			call(SYS_nanosleep, (long)&moment, 0, 0, 0);
		}
	}
	return 0;
}

void dr_after_crash_run(struct dr_after_crash *result)
{
	static struct last_line last;
	int file[2], status = 0;
	result->text[0] = 0;
	last.length = 0;
	last.line[0] = 0;
	if (call(SYS_pipe2, (long)file, O_CLOEXEC | O_NONBLOCK, 0, 0) < 0)
		dr_unsupported("too many files for a pipe to the command after the crash (ulimit -n)");
	dr_log->commanded = 1;
	call(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1, 0,
		0); /* what the command leaves behind is a child of this process */
	long id = call(SYS_clone, SIGCHLD, 0, 0, 0);
	if (id == 0) {
		call(SYS_fcntl, file[1], F_SETFL, 0, 0);
		become(file[1]);
	}
	if (id < 0)
		dr_unsupported("too many processes for the command after the crash");
	call(SYS_close, file[1], 0, 0, 0);
	int ended = await(id, file[0], &status, &last);
	call(SYS_kill, -id, SIGKILL, 0, 0);
	if (!ended)
		call(SYS_wait4, id, 0, 0, 0);
	dr_leftover_processes_end(NULL, 0);
	call(SYS_close, file[0], 0, 0, 0);
	dr_log->commanded = 0;
	char how[64];
	if (!ended)
		snprintf(how, sizeof how, "has not ended after %d seconds", SECONDS);
	else if (WIFSIGNALED(status))
		snprintf(how, sizeof how, "is killed by signal %d", WTERMSIG(status));
	else if (WEXITSTATUS(status))
		snprintf(how, sizeof how, "exits with %d", WEXITSTATUS(status));
	else
		return;
	char command[120];
	size_t n = 0;
	for (const char *at = dr_launch.after_crash; *at && n < sizeof command - 4; at++)
		command[n++] = *at == '\n' ? ' ' : *at;
	command[n] = 0;
	snprintf(result->text, sizeof result->text, "%s%s %s%s%s", command, dr_launch.after_crash[n] ? "..." : "", how,
		last.line[0] ? ": " : "", last.line);
}
