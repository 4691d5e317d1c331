/* A run's side of snapshots (snapshot.h): where to leave one, how it waits, and how a run continues from it. */
#include "server/snapshot.h"
#include "core/log.h"
#include "server/memory-limit.h"
#include "core/schedule.h"
#include "server/server.h"
#include "shadow/shadow.h"
#include "server/trap.h"

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MAX_SNAPSHOTS 6u /* snapshots at a time; each has a copy of the memory that the run has written since */
#define FORKS 6u /* a snapshot should save the time of as many forks */
#define UNUSED 8u /* after so many unused snapshots the next ones must save twice as much, and so on */

static volatile char gate;
static pid_t server;
static uint64_t flags, most;
static uint64_t foreign, before,
	mark; /* `before`: the processor time up to the last snapshot; `mark`: this process's time at that point */
static unsigned threads;
static uint32_t last; /* steps that had been followed at the last call of dr_snapshot_consider, plus one */

static uint64_t processor_time(void)
{
	struct timespec t;
	dr_kernel(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, (long)&t, 0, 0, 0, 0);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

void dr_snapshot_begin(uint64_t run_flags, uint64_t run_most)
{
	if (!dr_snapshots || !dr_snapshots->wanted ||
		(run_flags & ~(uint64_t)(DR_REVERSED | DR_SPURIOUS | DR_ROLLBACK | DR_STATES | DR_CLOCK_READ |
					 DR_ERRNO_READ | DR_RAISED_READ | DR_RACES_IGNORED | DR_RACES_SC |
					 DR_VOLATILE_RELAXED | DR_VOLATILE_SC | DR_SECTIONS)))
		return;
	if (dr_trap_init(&gate))
		return; /* system calls could not be detected */
	server = (pid_t)dr_kernel(SYS_getppid, 0, 0, 0, 0, 0, 0);
	flags = run_flags;
	most = run_most;
	foreign = dr_shadow->foreign;
	threads = dr_log->threads;
	mark = processor_time();
	dr_schedule_watched = 1;
	dr_trap_set(DR_TRAP_SHUT);
}

void dr_snapshot_end(void)
{
	dr_schedule_watched = 0;
	dr_trap_end();
}

/* Does the snapshot lie on this run's path? */
static int is_on_path(const struct dr_snapshot *s, uint32_t depth)
{
	return s->flags == flags && s->most == most && s->depth <= depth && dr_snapshot_leads(s, dr_schedule.step);
}

static int is_live(const struct dr_snapshot *s)
{
	return s->id > 0 && !s->gone;
}

/* The processor time that the snapshot saves. */
static uint64_t worth(const struct dr_snapshot *s, uint32_t depth)
{
	uint64_t earlier = 0;
	for (const struct dr_snapshot *o = dr_snapshots->slot; o < dr_snapshots->slot + DR_SNAPSHOTS; o++)
		if (is_live(o) && is_on_path(o, depth) && o->depth < s->depth && o->time > earlier)
			earlier = o->time;
	return s->time > earlier ? s->time - earlier : 0;
}

/* Should `s` be discarded rather than the other one? The search is depth-first: snapshots on another path are rarely
 * used again; on this path the one that saves least goes first. */
static int sooner(const struct dr_snapshot *s, const struct dr_snapshot *other, uint32_t depth)
{
	int here = is_on_path(s, depth), there = is_on_path(other, depth);
	if (here != there)
		return there;
	if (!here)
		return s->used < other->used;
	uint64_t a = worth(s, depth), b = worth(other, depth);
	return a != b ? a < b : s->depth < other->depth;
}

/* A free slot for one more; NULL: there is no room, or there is a snapshot at this depth already. */
static struct dr_snapshot *room(uint32_t depth)
{
	struct dr_snapshot *free = NULL, *worst = NULL;
	unsigned live = 0;
	for (struct dr_snapshot *s = dr_snapshots->slot; s < dr_snapshots->slot + DR_SNAPSHOTS; s++) {
		if (s->id <= 0)
			free = s;
		if (!is_live(s))
			continue;
		live++;
		if (s->depth == depth && is_on_path(s, depth))
			return NULL;
		if (!worst || sooner(s, worst, depth))
			worst = s;
	}
	if (free && live >= MAX_SNAPSHOTS) {
		worst->gone = 1;
		kill(worst->id, SIGKILL);
	}
	return free;
}

static int is_worth_it(uint64_t now)
{
	const struct dr_snapshots *all = dr_snapshots;
	uint64_t least = FORKS * all->fork_time > DR_SNAPSHOT_LONG ? FORKS * all->fork_time : DR_SNAPSHOT_LONG;
	uint64_t in_vain = all->taken / (UNUSED + 4 * all->served);
	return all->each || (now - mark >= least << (in_vain < 8 ? in_vain : 8) && dr_memory_allows(MAX_SNAPSHOTS + 2));
}

/* Makes the kernel end this process with the server, as it does each process of a run. */
static void belong(void)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while ((pid_t)dr_kernel(SYS_getppid, 0, 0, 0, 0, 0, 0) != server)
		syscall(SYS_exit_group, 0);
}

/* Forks a child of the server, not of this process, which it may outlive. The kernel writes its number before it
 * runs. */
static long fork_here(pid_t *id)
{
	*(volatile pid_t *)id = 0;
	return dr_kernel(SYS_clone, CLONE_PARENT | CLONE_PARENT_SETTID | SIGCHLD, 0, (long)id, 0, 0, 0);
}

static void answer(struct dr_snapshot *s)
{
	++*(volatile uint32_t *)&s->answered;
	syscall(SYS_futex, &s->answered, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Returns in each process of a run that begins here. That process answers the server, since it may discard this
 * snapshot soon. */
static void wait_for_runs(struct dr_snapshot *s)
{
	belong();
	for (uint32_t served = 0;; served++) {
		while (*(volatile uint32_t *)&s->asked == served)
			syscall(SYS_futex, &s->asked, FUTEX_WAIT, served, NULL, NULL, 0);
		long made = fork_here(&s->made);
		if (made == 0)
			break;
		if (made < 0) {
			s->made = -1;
			answer(s);
		}
	}
	belong();
	answer(s);
}

static void leave_one(struct dr_snapshot *s, uint32_t depth, int even, uint64_t now)
{
	uint64_t time = before + now - mark;
	memcpy(dr_snapshots->step[s - dr_snapshots->slot], dr_schedule.step, depth * sizeof *dr_schedule.step);
	s->gone = s->asked = s->answered = 0;
	s->depth = depth;
	s->even = even != 0;
	s->flags = flags;
	s->most = most;
	s->foreign = foreign;
	s->time = time;
	s->used = ++dr_snapshots->order;
	if (!dr_log_keep())
		return;
	uint64_t start = processor_time();
	long id = fork_here(&s->id);
	if (id == 0) {
		wait_for_runs(s);
		dr_server_schedule();
		dr_log_put_back();
		if (!dr_trap_again())
			dr_snapshot_end();
	} else if (id > 0)
		dr_snapshots->taken++;
	before = time;
	mark = processor_time();
	if (id > 0)
		dr_snapshots->fork_time = mark - start;
}

static void consider(uint32_t depth, int even)
{
	if (dr_shadow->conflict_count || dr_log->threads != threads || dr_shadow->foreign != foreign) {
		dr_snapshot_end(); /* the initial state of later runs is about to change, and this run's results so far
				      must not be skipped */
		return;
	}
	uint64_t now = processor_time();
	struct dr_snapshot *s = is_worth_it(now) ? room(depth) : NULL;
	if (s)
		leave_one(s, depth, even, now);
}

void dr_snapshot_consider(void)
{
	uint32_t depth = dr_log->followed;
	int even = !dr_schedule_yielded;
	if (last == depth + 1)
		return; /* between two steps: the steps so far do not identify the state */
	last = depth + 1;
	dr_schedule_yielded = 0;
	if (depth > DR_SNAPSHOT_STEPS || (depth == dr_schedule.steps && !even))
		return;
	int error = errno; /* errno of the program */
	dr_trap_open();
	consider(depth, even);
	if (dr_schedule_watched)
		dr_trap_set(DR_TRAP_SHUT);
	errno = error;
}
