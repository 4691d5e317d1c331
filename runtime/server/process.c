/* The processes of runs (process.h). */
#include "server/process.h"
#include "server/blocked.h"
#include "core/log.h"
#include "server/memory-limit.h"
#include "server/pages.h"
#include "server/rollback.h"
#include "server/snapshot.h"
#include "core/leftover-processes.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef SYS_pidfd_open /* some headers lack it */
#define SYS_pidfd_open 434
#endif

struct process {
	pid_t id;
	int file; /* -1: there is none */
};

/* In memory that no run changes and that is not restored. */
static struct processes {
	struct process now, next;
	cpu_set_t affinity; /* the program's */
	int bound; /* the processor of the server, as in the header of a frame */
} * processes;
static struct {
	uint32_t begun, parent;
	uint64_t time;
} * shared; /* the number of runs; of the last one: whether it has child processes, and its processor time */
static int socket_file;
static int done_file; /* a run signals its end here, before the kernel frees its memory */

static _Noreturn void leave(void)
{
	for (;;)
		syscall(SYS_exit_group, 0);
}

static void *page(int flags)
{
	void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		dr_fatal("no memory for what is known of processes");
	dr_pages_exclude(p, 4096);
	return p;
}

void dr_process_open(int scheduler)
{
	processes = page(MAP_PRIVATE);
	processes->now.file = processes->next.file = -1;
	shared = page(MAP_SHARED);
	socket_file = scheduler;
	syscall(SYS_sched_getaffinity, 0, sizeof processes->affinity, &processes->affinity);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	int low = eventfd(0, EFD_NONBLOCK); /* high descriptors, so that the program's files have their usual numbers */
	done_file = fcntl(low, F_DUPFD_CLOEXEC, scheduler + 1);
	close(low);
}

void dr_process_bind(uint16_t processor)
{
	if (processes->bound == processor || processor > CPU_SETSIZE)
		return;
	cpu_set_t one = {{0}};
	if (processor)
		one.__bits[(processor - 1u) / __NCPUBITS] |= 1ul << (processor - 1u) % __NCPUBITS;
	/* If that fails, the kernel chooses the processor. */
	syscall(SYS_sched_setaffinity, 0, sizeof one, processor ? &one : &processes->affinity);
	processes->bound = processor;
}

static int reap(struct process *p)
{
	int status = 0;
	while (waitpid(p->id, &status, __WALL) < 0 && errno == EINTR)
		;
	close(p->file);
	p->file = -1;
	return status;
}

static void wait_to_begin(pid_t server, uint32_t before)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != server)
		leave();
	dr_rollback_child();
	close(socket_file);
	if (processes->now.file >= 0) /* of the previous run: descriptors have the same numbers in each run */
		close(processes->now.file);
	while (*(volatile uint32_t *)&shared->begun == before)
		syscall(SYS_futex, &shared->begun, FUTEX_WAIT, before, NULL, NULL, 0);
	dr_process_bind(0);
}

int dr_process_fork(void)
{
	if (processes->next.file >= 0)
		return 0;
	pid_t server = getpid();
	uint32_t before = shared->begun;
	/* A raw system call: libc's fork would run handlers that the program may have registered. */
	pid_t id = (pid_t)syscall(SYS_clone, CLONE_PIDFD | SIGCHLD, 0, &processes->next.file, 0, 0);
	if (id < 0)
		dr_fatal("cannot fork");
	if (id > 0) {
		processes->next.id = id;
		return 0;
	}
	wait_to_begin(server, before);
	return 1;
}

void dr_process_discard(void)
{
	if (processes->next.file < 0)
		return;
	kill(processes->next.id, SIGKILL);
	reap(&processes->next);
}

void dr_process_be(void)
{
	dr_process_discard();
	dr_rollback_child();
	close(socket_file);
	dr_process_bind(0);
}

static uint64_t milliseconds(void)
{
	struct timespec t;
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* Is the run blocked because its output is not being read (native/pump.h)? */
static int output_held(void)
{
	struct pollfd on[] = {{1, POLLOUT, 0}, {2, POLLOUT, 0}};
	poll(on, 2, 0);
	return !on[0].revents || !on[1].revents;
}

/* Kills processes that the run has created without libc. `gone`: the run has ended, so the server has adopted them.
 * */
static void end_leftover_processes(struct process *p, int gone)
{
	pid_t known[2 + DR_SNAPSHOTS] = {gone ? 0 : p->id, processes->next.file >= 0 ? processes->next.id : 0};
	for (unsigned i = 0; dr_snapshots && i < DR_SNAPSHOTS; i++)
		known[2 + i] = dr_snapshots->slot[i].id;
	if (dr_leftover_processes_end(known, sizeof known / sizeof *known))
		dr_log_note("a run made processes by instructions of its own, not by calls of libc: "
			    "they were killed when it ended, and what they did was not seen");
}

/* Kills the run, which has exceeded a limit. */
static int stop(struct process *p, enum dr_status why)
{
	kill(p->id, SIGKILL);
	int status = reap(p);
	end_leftover_processes(p, 1);
	if (dr_log->status == DR_DIED && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		dr_log->status = why;
	return status;
}

/* Reaps the run that has ended without signalling its end. Returns its wait status. */
static int ended(struct process *p)
{
	int status = reap(p);
	end_leftover_processes(p, 1);
	if (dr_log->status == DR_DIED && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		dr_log->status = DR_KILLED;
	return status;
}

/* Waits for the run's end, up to the limit, or until the scheduler has closed the socket. */
static int await(struct process *p, uint64_t limit)
{
	uint64_t start = milliseconds(), gone = 0, done, looked = 0;
	struct dr_sleep sleep = {0, 0};
	for (;;) {
		struct pollfd on[] = {{p->file, POLLIN, 0}, {socket_file, POLLRDHUP, 0}, {done_file, POLLIN, 0}};
		int n = poll(on, 3,
			limit == 0 || limit - gone > DR_MEMORY_CHECK_AFTER ? (int)DR_MEMORY_CHECK_AFTER
									   : (int)(limit - gone));
		if (n > 0 && on[2].revents && read(done_file, &done, sizeof done) > 0) {
			int parent = (int)shared->parent;
			if (parent)
				reap(p);
			end_leftover_processes(p, parent);
			return 0;
		}
		if (n > 0 && on[0].revents)
			return ended(p);
		if (n > 0 && on[1].revents) {
			kill(p->id, SIGKILL);
			leave();
		}
		if (dr_log->commanded || (n == 0 && output_held())) { /* the time does not count */
			start = milliseconds() - gone;
			sleep.times = 0;
			continue;
		}
		if (n == 0 && dr_memory_exceeded(p->id))
			return stop(p, DR_FULL);
		gone = milliseconds() - start;
		if (n == 0 && gone - looked >= DR_BLOCKED_CHECK_AFTER) {
			dr_blocked_check(p->id, &sleep);
			looked = gone;
		}
		if (limit && gone >= limit)
			return stop(p, DR_TIME);
	}
}

void dr_process_over(void)
{
	uint64_t late;
	if (processes->now.file >= 0)
		reap(&processes->now);
	(void)!read(done_file, &late, sizeof late); /* it may have signalled its end just when it was killed */
}

int dr_process_run(uint64_t limit, uint64_t *time)
{
	processes->now = processes->next;
	processes->next.file = -1;
	shared->time = shared->parent = 0;
	++shared->begun;
	syscall(SYS_futex, &shared->begun, FUTEX_WAKE, 1, NULL, NULL, 0);
	int status = await(&processes->now, limit);
	*time = shared->time;
	return status;
}

int dr_process_run_made(pid_t id, uint64_t limit)
{
	int file = (int)syscall(SYS_pidfd_open, id, 0);
	if (file < 0)
		dr_fatal("cannot watch the process of a run");
	processes->now = (struct process){id, file};
	shared->parent = 0;
	return await(&processes->now, limit);
}

void dr_process_done(void)
{
	uint64_t one = 1;
	struct timespec t;
	siginfo_t child;
	shared->parent = syscall(SYS_waitid, P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT | __WALL, NULL) == 0;
	syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &t);
	shared->time = (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
	syscall(SYS_write, done_file, &one, sizeof one);
}
