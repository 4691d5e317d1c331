/*
 * The fork server (protocol.h): answers PREPARE, and RUN with a run, in a process that it forks (process.h) or in its
 * own (rollback.h). Runs do not use the socket: their results are in shared memory, and the server sends them when the
 * run has ended in whatever way.
 */
#include "server/server.h"
#include "io/crash-folder.h"
#include "io/offsets.h"
#include "atomic/own-atomics.h"
#include "server/entry.h"
#include "server/frames.h"
#include "fiber/fiber.h"
#include "pthread/tcb.h"
#include "thread-state/local-state.h"
#include "shadow/shadow-checkpoint.h"
#include "core/log.h"
#include "core/policy.h"
#include "memory/modules.h"
#include "server/pages.h"
#include "memory/plain.h"
#include "server/process.h"
#include "server/result.h"
#include "server/rollback.h"
#include "core/schedule.h"
#include "shadow/shadow.h"
#include "server/snapshot.h"
#include "symbolic/symbolic.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int null_file;

static void hello(void)
{
	size_t size;
	void *modules = dr_modules(&size);
	uint32_t head[] = {(uint32_t)size + 12, DR_HELLO, DR_MAGIC, DR_VERSION, (uint32_t)getpid()};
	struct iovec part[] = {{head, sizeof head}, {modules, size}};
	dr_frame_write(part, 2);
	munmap(modules, size);
}

/* Called before the initial state of runs changes. */
static void changes(void)
{
	dr_rollback_forget();
	dr_process_discard();
	dr_snapshots_discard();
}

/* Prepares the fibers of threads that earlier runs have created, and of those that the scheduler has named. */
static void prepare_threads(void)
{
	for (unsigned i = 1; i < dr_log->threads; i++)
		if (!dr_fiber[i].entry) {
			changes();
			dr_fiber_prepare(i);
		}
}

static void ready(void)
{
	uint32_t head[] = {0, DR_READY};
	struct iovec part = {head, sizeof head};
	dr_frame_write(&part, 1);
}

static void prepare(uint32_t length)
{
	const uint8_t *body = dr_frame_body();
	uint32_t atoms, threads, input;
	if (length < 16)
		dr_fatal("a PREPARE frame that is too short");
	memcpy(&atoms, body, 4);
	memcpy(&threads, body + 4, 4);
	memcpy(&input, body + 8, 4);
	uint64_t names_at = 16 + (uint64_t)atoms * sizeof(struct dr_atom);
	uint64_t input_at = names_at + (uint64_t)threads * sizeof(struct dr_name);
	if (length != input_at + input)
		dr_fatal("a PREPARE frame of the wrong length");
	changes();
	dr_promote((const struct dr_atom *)(body + 16), atoms);
	dr_own_prepare((const struct dr_atom *)(body + 16), atoms);
	dr_symbolic_input(body + input_at, input);
	dr_log_names((const struct dr_name *)(body + names_at), threads);
	prepare_threads();
	ready();
}

/* Handles RESTORE, between runs. */
static void recall(uint32_t length)
{
	changes();
	if (!dr_shadow_restore(dr_frame_body(), length))
		dr_fatal("a RESTORE frame that makes no sense");
	dr_frames_release();
	ready();
}

static void merge(uint32_t length)
{
	changes();
	if (!dr_shadow_merge(dr_frame_body(), length))
		dr_fatal("a MERGE frame that makes no sense");
	dr_frames_release();
	uint32_t size = dr_shadow->conflict_count * (uint32_t)sizeof(struct dr_atom), head[] = {size, DR_MERGED};
	struct iovec part[] = {{head, sizeof head}, {dr_shadow->conflicts, size}};
	dr_frame_write(part, size ? 2 : 1);
}

static void keep(void)
{
	size_t size;
	void *kept = dr_shadow_save(&size);
	uint32_t head[] = {kept ? (uint32_t)size : 0, DR_SAVED};
	struct iovec part[] = {{head, sizeof head}, {kept, head[0]}};
	dr_frame_write(part, kept ? 2 : 1);
	if (kept)
		munmap(kept, size);
}

struct run_head {
	uint64_t flags, max_events, time_limit, timeouts, unroll;
	uint32_t steps, patches, policy, seed;
	uint64_t object;
	uint32_t threads, unused;
};

static void set_schedule(const struct run_head *head)
{
	dr_schedule.flags = head->flags;
	dr_local_on = (head->flags & DR_STATES) != 0;
	dr_promoted_order(head->flags);
	dr_schedule.timeouts = head->timeouts;
	dr_schedule.unroll = head->unroll;
	dr_schedule.steps = head->steps;
	dr_schedule.patches = head->patches;
	dr_schedule.step = (const struct dr_step *)(head + 1);
	dr_schedule.patch = (const struct dr_patch *)(dr_schedule.step + head->steps);
	dr_continuation = (struct dr_continuation){head->policy, head->seed, head->object, head->threads,
		(const uint16_t *)(dr_schedule.patch + head->patches)};
	dr_log_most = head->max_events && head->max_events < DR_EVENTS ? head->max_events : DR_EVENTS;
}

void dr_server_schedule(void)
{
	set_schedule((const struct run_head *)dr_frame_body());
}

/* Makes the run here. Returns 0 if it must be made as a process; the conflicts that it has found by then are kept for
 * the result. */
static int run_here(const struct run_head *head)
{
	if (!(head->flags & DR_ROLLBACK) || (head->flags & (DR_SHOW_OUTPUT | DR_TRAP)) || !dr_rollback_ready())
		return 0;
	set_schedule(head);
	errno = 0;
	dr_log_reset();
	int ended = dr_rollback_run();
	if (ended)
		dr_result_send(0); /* sent before the rollback, so that the scheduler can continue */
	dr_rollback_undo();
	dr_offsets_reset();
	return ended;
}

/* Begins the run in its process: closes the server's descriptors. */
static int begin(const struct run_head *head)
{
	set_schedule(head);
	if (!(head->flags & DR_SHOW_OUTPUT)) {
		dup2(null_file, 1);
		dup2(null_file, 2);
	}
	if (head->flags & DR_TRAP) /* else it would be that of gdb */
		dup2(null_file, 0);
	for (int file = 1; file <= 2; file++) /* an earlier run may have changed it */
		fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
	close(null_file);
	dr_snapshot_begin(head->flags, head->max_events);
	errno = 0; /* as at the start of a program */
	return 1;
}

/* Makes the run from a snapshot, if one fits. */
static int run_on(const struct run_head *head)
{
	dr_log_reset();
	if (head->policy == DR_RANK_EVENTS)
		return 0;
	pid_t made = dr_snapshots_run(head->flags, head->max_events, head->steps, (const struct dr_step *)(head + 1));
	if (!made)
		return 0;
	dr_result_send(dr_process_run_made(made, head->time_limit));
	dr_offsets_reset();
	return 1;
}

/* Makes the run as a process. Returns 1 in the run's process, and later in that of the next run, when its frame has
 * arrived. */
static int run_forked(const struct run_head *head)
{
	uint64_t time;
	int one_of_few = dr_pages_watched();
	dr_process_over();
	if (head->flags & DR_TRAP) { /* a debugger, which can start the same process again */
		dr_log_reset();
		dr_process_be();
		return begin(head);
	}
	if (run_on(head))
		return 0;
	if (dr_process_fork())
		return begin(head);
	dr_snapshots_begin(one_of_few);
	dr_log_reset();
	dr_result_send(dr_process_run(head->time_limit, &time));
	dr_offsets_reset();
	if (!one_of_few && dr_snapshots_end(time))
		dr_process_discard();
	return !one_of_few && dr_process_fork() && begin(head);
}

/* Handles RUN. Returns 1 in the run's process, if it has one. */
static int run(uint32_t length)
{
	const struct run_head *head = (const struct run_head *)dr_frame_body();
	if (length < sizeof *head)
		dr_fatal("a RUN frame that is too short");
	if (length != sizeof *head + (uint64_t)head->steps * sizeof(struct dr_step) +
			      (uint64_t)head->patches * sizeof(struct dr_patch) +
			      ((uint64_t)head->threads * sizeof(uint16_t) + 7) / 8 * 8)
		dr_fatal("a RUN frame of the wrong length");
	dr_shadow->conflict_count = 0;
	prepare_threads();
	return !run_here(head) && run_forked(head);
}

static __attribute__((noinline)) void serve(void)
{
	for (;;) {
		uint32_t type, length = dr_frame_read(&type);
		if (type == DR_PREPARE)
			prepare(length);
		else if (type == DR_SAVE)
			keep();
		else if (type == DR_RESTORE)
			recall(length);
		else if (type == DR_MERGE)
			merge(length);
		else if (type != DR_RUN)
			dr_fatal("a frame of unknown type");
		else if (run(length))
			return;
	}
}

void dr_server(int socket)
{
	volatile char edge[8192]; /* the stack above is not the server's */
	edge[0] = 0;
	dr_frames_open(socket);
	dr_pages_stack((const void *)edge);
	fcntl(socket, F_SETFD, FD_CLOEXEC);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	int low = open("/dev/null", O_RDWR); /* the program's files keep their usual numbers */
	null_file = fcntl(low, F_DUPFD_CLOEXEC, socket + 1);
	close(low);
	dr_process_open(socket);
	dr_crash_folder_ready();
	fflush(NULL); /* else each run would write the buffered output of constructors again */
	hello();
	serve();
}
