/*
 * The fork server (protocol.h): answers PREPARE, and RUN with a fork of this process. The child never speaks: what
 * it did is in shared memory, and the server sends it when the child has ended, in whatever way.
 */
#include "blocked.h"
#include "server.h"
#include "cancel.h"
#include "fiber.h"
#include "keep.h"
#include "log.h"
#include "modules.h"
#include "pages.h"
#include "plain.h"
#include "rollback.h"
#include "schedule.h"
#include "shadow.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int the_socket, null_file;
static int done_file; /* a run says here that it is over, before the kernel takes its memory apart */

#define PAGE 4096ul
#define FRAME (1ul << 30) /* the longest */
/* What the server changes from run to run: not put back (pages.h). A private mapping, so that a run has the frame too. */
static struct lasting {
	size_t used, have; /* bytes of frames that were read before; bytes in all */
	int child_file;    /* of the run's process, until it is reaped; -1: there is none */
	pid_t child;
	uint8_t bytes[2 * FRAME]; /* frames as they come */
} *lasting;
static uint8_t *body; /* of the frame last read */

static _Noreturn void leave(void)
{
	for (;;)
		syscall(SYS_exit_group, 0);
}

static void open_lasting(void)
{
	lasting = mmap(NULL, sizeof *lasting, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (lasting == MAP_FAILED)
		dr_fatal("no memory for frames of the scheduler");
	madvise(lasting, sizeof *lasting, MADV_NOHUGEPAGE);
	lasting->child_file = -1;
	body = lasting->bytes + 8;
	dr_pages_leave_out(lasting, sizeof *lasting);
}

/* Until there are so many bytes. */
static void read_until(size_t size)
{
	while (lasting->have < size) {
		ssize_t n = read(the_socket, lasting->bytes + lasting->have, sizeof lasting->bytes - lasting->have);
		if (n == 0 || (n < 0 && errno != EINTR))
			leave(); /* the scheduler is gone */
		if (n > 0)
			lasting->have += (size_t)n;
	}
}

static void write_all(struct iovec *part, int parts)
{
	while (parts) {
		ssize_t n = writev(the_socket, part, parts);
		if (n < 0 && errno != EINTR)
			leave();
		for (; parts && n >= (ssize_t)part->iov_len; part++, parts--)
			n -= (ssize_t)part->iov_len;
		if (parts && n > 0) {
			part->iov_base = (char *)part->iov_base + n;
			part->iov_len -= (size_t)n;
		}
	}
}

static uint32_t read_frame(uint32_t *type)
{
	const uint32_t *header = (const uint32_t *)lasting->bytes;
	if (lasting->used) /* mostly there is nothing behind it */
		dr_raw_memmove(lasting->bytes, lasting->bytes + lasting->used, lasting->have - lasting->used);
	lasting->have -= lasting->used;
	read_until(8);
	if (header[0] > FRAME)
		dr_fatal("a frame that is too long");
	lasting->used = 8 + (size_t)header[0];
	read_until(lasting->used);
	*type = header[1];
	return header[0];
}

static void hello(void)
{
	size_t size;
	void *modules = dr_modules(&size);
	uint32_t head[] = {(uint32_t)size + 12, DR_HELLO, DR_MAGIC, DR_VERSION, (uint32_t)getpid()};
	struct iovec part[] = {{head, sizeof head}, {modules, size}};
	write_all(part, 2);
	munmap(modules, size);
}

/* Threads that earlier runs created, and those that the scheduler named, are there before a run begins. */
static void make_ghosts(void)
{
	for (unsigned i = 1; i < dr_log->threads; i++)
		if (!dr_fiber[i].entry) {
			dr_rollback_forget();
			dr_ghost_make(i);
		}
}

static void ready(void)
{
	uint32_t head[] = {0, DR_READY};
	struct iovec part = {head, sizeof head};
	write_all(&part, 1);
}

static void prepare(uint32_t length)
{
	uint32_t atoms, threads;
	if (length < 8)
		dr_fatal("a PREPARE frame that is too short");
	memcpy(&atoms, body, 4);
	memcpy(&threads, body + 4, 4);
	if (length != 8 + (uint64_t)atoms * sizeof(struct dr_atom) + (uint64_t)threads * sizeof(struct dr_name))
		dr_fatal("a PREPARE frame of the wrong length");
	dr_rollback_forget();
	dr_promote((const struct dr_atom *)(body + 8), atoms);
	dr_cancel_watch((const struct dr_atom *)(body + 8), atoms);
	dr_log_names((const struct dr_name *)(body + 8 + atoms * sizeof(struct dr_atom)), threads);
	make_ghosts();
	ready();
}

/* Before the first run. */
static void recall(uint32_t length)
{
	if (!dr_recall(body, length))
		dr_fatal("a RECALL frame that makes no sense");
	if (lasting->used == lasting->have) /* it may be large, and each run would have it too */
		madvise((char *)lasting + PAGE, sizeof *lasting - PAGE, MADV_DONTNEED);
	ready();
}

static void keep(void)
{
	size_t size;
	void *kept = dr_keep(&size);
	uint32_t head[] = {kept ? (uint32_t)size : 0, DR_KEPT};
	struct iovec part[] = {{head, sizeof head}, {kept, head[0]}};
	write_all(part, kept ? 2 : 1);
	if (kept)
		munmap(kept, size);
}

static uint64_t milliseconds(void)
{
	struct timespec t;
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static int reap(void)
{
	int status = 0;
	while (waitpid(lasting->child, &status, __WALL) < 0 && errno == EINTR)
		;
	close(lasting->child_file);
	lasting->child_file = -1;
	return status;
}

/* Waits for the run's end, not beyond the limit, nor beyond the scheduler's. */
static int await(uint64_t limit)
{
	uint64_t start = milliseconds(), gone = 0, done;
	struct dr_sleep sleep = {0, 0};
	for (;;) {
		struct pollfd on[] = {{lasting->child_file, POLLIN, 0}, {the_socket, POLLRDHUP, 0}, {done_file, POLLIN, 0}};
		int n = poll(on, 3, limit == 0 || limit - gone > DR_LOOK_AFTER ? (int)DR_LOOK_AFTER : (int)(limit - gone));
		if (n > 0 && on[2].revents && read(done_file, &done, sizeof done) > 0)
			return 0;
		if (n > 0 && on[0].revents)
			return reap();
		if (n > 0 && on[1].revents) {
			kill(lasting->child, SIGKILL);
			leave();
		}
		if (n == 0)
			dr_blocked_look(lasting->child, &sleep);
		gone = milliseconds() - start;
		if (limit && gone >= limit)
			break;
	}
	kill(lasting->child, SIGKILL);
	int status = reap();
	if (dr_log->status == DR_DIED && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		dr_log->status = DR_TIME;
	return status;
}

void dr_server_done(void)
{
	uint64_t one = 1;
	syscall(SYS_write, done_file, &one, sizeof one);
}

static void send_result(int wait_status)
{
	const char *note = dr_rollback_note();
	if (note)
		dr_log_note(note);
	dr_log_pending();
	struct dr_result r = {
		.status = dr_log->status,
		.wait_status = (uint32_t)wait_status,
		.followed = dr_log->followed,
		.text = dr_log->text,
		.events = dr_log->events,
		.stacks = dr_log->stacks,
		.conflicts = dr_shadow->conflict_count,
		.strings = dr_log->strings,
		.threads = dr_log->threads,
		.notes = dr_log->notes,
	};
	struct iovec part[] = {
		{NULL, 8},
		{&r, sizeof r},
		{dr_log->event, r.events * sizeof *dr_log->event},
		{dr_log->stack, r.stacks * sizeof *dr_log->stack},
		{dr_shadow->conflicts, r.conflicts * sizeof *dr_shadow->conflicts},
		{dr_log->string, r.strings},
	};
	size_t length = 0;
	for (unsigned i = 1; i < sizeof part / sizeof *part; i++)
		length += part[i].iov_len;
	uint32_t head[] = {(uint32_t)length, DR_RESULT};
	part[0].iov_base = head;
	write_all(part, sizeof part / sizeof *part);
}

static void begin_run(pid_t server)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != server)
		leave();
	dr_rollback_child();
	close(the_socket);
	if (!(dr_schedule.flags & DR_SHOW_OUTPUT)) {
		dup2(null_file, 1);
		dup2(null_file, 2);
	}
	close(null_file);
}

struct run_head { uint64_t flags, max_events, time_limit; uint32_t steps, patches; };

static void set_schedule(const struct run_head *head)
{
	dr_schedule.flags = head->flags;
	dr_schedule.steps = head->steps;
	dr_schedule.patches = head->patches;
	dr_schedule.step = (const struct dr_step *)(head + 1);
	dr_schedule.patch = (const struct dr_patch *)(dr_schedule.step + head->steps);
	dr_log_most = head->max_events && head->max_events < DR_EVENTS ? head->max_events : DR_EVENTS;
	dr_log_reset();
}

/* Returns 0 if the run is to be made as a process. Conflicts that it has found by then are its result as well. */
static int run_here(const struct run_head *head)
{
	if (!(head->flags & DR_ROLLBACK) || (head->flags & (DR_SHOW_OUTPUT | DR_TRAP)) || !dr_rollback_ready())
		return 0;
	set_schedule(head);
	int ended = dr_rollback_run();
	if (ended)
		send_result(0); /* first, so that the scheduler can go on */
	dr_rollback_undo();
	return ended;
}

/* Returns 1 in the run's process. */
static int run_forked(const struct run_head *head)
{
	uint64_t late;
	if (lasting->child_file >= 0)
		reap(); /* the run before */
	(void)!read(done_file, &late, sizeof late); /* it may have come to its end just when it was killed */
	set_schedule(head);
	/* The raw call: libc's fork would run handlers that the program may have registered. */
	pid_t server = getpid();
	lasting->child = (pid_t)syscall(SYS_clone, CLONE_PIDFD | SIGCHLD, 0, &lasting->child_file, 0, 0);
	if (lasting->child == 0) {
		begin_run(server);
		return 1;
	}
	if (lasting->child < 0)
		dr_fatal("cannot fork");
	send_result(await(head->time_limit));
	return 0;
}

/* Returns 1 in the run's process, if it has one. */
static int run(uint32_t length)
{
	const struct run_head *head = (const struct run_head *)body;
	if (length < sizeof *head)
		dr_fatal("a RUN frame that is too short");
	if (length != sizeof *head + (uint64_t)head->steps * sizeof(struct dr_step) + (uint64_t)head->patches * sizeof(struct dr_patch))
		dr_fatal("a RUN frame of the wrong length");
	dr_shadow->conflict_count = 0;
	make_ghosts();
	return !run_here(head) && run_forked(head);
}

/* The program's files keep their usual numbers. */
static int out_of_the_way(int file)
{
	int high = fcntl(file, F_DUPFD_CLOEXEC, the_socket + 1);
	close(file);
	return high;
}

static __attribute__((noinline)) void serve(void)
{
	for (;;) {
		uint32_t type, length = read_frame(&type);
		if (type == DR_PREPARE)
			prepare(length);
		else if (type == DR_KEEP)
			keep();
		else if (type == DR_RECALL)
			recall(length);
		else if (type != DR_RUN)
			dr_fatal("a frame of unknown type");
		else if (run(length))
			return;
	}
}

void dr_server(int socket)
{
	volatile char edge[8192]; /* what lies above is not the server's */
	edge[0] = 0;
	the_socket = socket;
	open_lasting();
	dr_pages_stack((const void *)edge);
	fcntl(socket, F_SETFD, FD_CLOEXEC);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	null_file = out_of_the_way(open("/dev/null", O_RDWR));
	done_file = out_of_the_way(eventfd(0, EFD_NONBLOCK));
	fflush(NULL); /* else each run would write again what constructors wrote */
	hello();
	serve();
}
