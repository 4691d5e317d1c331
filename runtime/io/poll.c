/*
 * poll, select and epoll (POSIX.1-2017; epoll(7)) on channel files. A time-out expires at once where nothing is ready:
 * the program cannot tell a call that waits from one that is made later. Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "io/calls.h"
#include "io/client.h"
#include "io/descriptions.h"
#include "io/file-table.h"
#include "io/numbers.h"
#include "libc/also.h"
#include "pthread/cancel.h"
#include "pthread/clock.h"
#include "fiber/fiber.h"
#include "memory/plain.h"
#include "thread-state/spin.h"
#include "pthread/timeouts.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>

/* The files that a call watches. */
struct watched {
	int given; /* the number */
	struct dr_held held;
};

/* What the file's readiness depends on; and the other end, where the call may be the last that holds the file. */
static void depends(struct dr_call *call, int number, int reading, int writing)
{
	struct dr_file *f = dr_file_of(number);
	int shared = dr_number_of(number, 0) != NULL;
	if (f && (reading || shared))
		dr_call_on(call, f->in);
	if (f && (writing || shared))
		dr_call_on(call, f->out);
	if (f && f->kind == DR_LISTENER && reading)
		call->for_client = dr_client_wanted();
}

/* Looks at all numbers at once. */
static void observe(struct dr_call *call, const struct watched *w, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		dr_call_on(call, dr_number_of(w[i].given, 0));
	if (call->count)
		dr_call_begin(call);
	for (unsigned i = 0; i < count; i++)
		dr_number_used(w[i].given);
}

/* A call that goes on keeps its files; one that is over gives them back. */
static void end(struct dr_call *call, int over, struct watched *w, unsigned count)
{
	unsigned numbers = 0;
	for (unsigned i = 0; i < count; i++)
		if (over)
			dr_number_release(&w[i].held);
		else if (!w[i].held.apart && dr_number_of(w[i].given, 0))
			dr_number_keep(&w[i].held, w[i].given);
	dr_call_end(call);
	while (numbers < call->count && call->channel[numbers]->is_number)
		numbers++;
	call->count -= numbers;
	for (unsigned i = 0; i < call->count; i++)
		call->channel[i] = call->channel[i + numbers];
}

/* Tries until it gives other than 0; at most once where the call may time out (milliseconds), and that time then
 * passes. */
static long repeat(
	struct dr_call *call, long timeout, long (*try)(void *), void *what, struct watched *w, unsigned count)
{
	long n;
	int over;
	if (!call->count)
		dr_cancel_point(call->spin, call->site);
	if (call->count && timeout > 0 && dr_timeout_held(call->site))
		timeout = -1;
	do {
		dr_call_begin(call);
		n = try(what);
		over = n != 0 || timeout >= 0;
		end(call, over, w, count);
	} while (!over);
	if (n == 0 && timeout > 0) {
		dr_timed_out(0, call->site);
		dr_clock_sleep((uint64_t)timeout * 1000000, call->site);
	}
	return n;
}

struct polled {
	struct pollfd *files; /* with the numbers by which the kernel knows them during the call */
	struct watched *watched;
	nfds_t count;
};

static long try_poll(void *what)
{
	const struct polled *p = what;
	for (nfds_t i = 0; i < p->count; i++)
		p->files[i].fd = p->watched[i].held.number;
	return dr_kernel(SYS_poll, (long)p->files, (long)p->count, 0, 0, 0, 0);
}

static int poll_files(struct pollfd *files, nfds_t count, long timeout, struct dr_call call)
{
	if (!dr_self || count > DR_NUMBERS)
		return (int)dr_raw_syscall(SYS_poll, files, (long)count, timeout, 0l, 0l, 0l);
	struct pollfd mine[count + 1];
	struct watched w[count + 1];
	dr_plain_range(files, count * sizeof *files, DR_READS, call.site);
	for (nfds_t i = 0; i < count; i++) {
		mine[i] = files[i];
		w[i] = (struct watched){files[i].fd, {files[i].fd, 0}};
	}
	call.point = 1;
	observe(&call, w, (unsigned)count);
	for (nfds_t i = 0; i < count; i++)
		depends(&call, w[i].given, mine[i].events & (POLLIN | POLLPRI | POLLRDHUP), mine[i].events & POLLOUT);
	long n;
	if (call.count || timeout > 0)
		n = repeat(&call, timeout, try_poll, &(struct polled){mine, w, count}, w, (unsigned)count);
	else {
		dr_cancel_point(call.spin, call.site);
		n = SYSTEM(SYS_poll, mine, (long)count, timeout);
		n = n < 0 ? -errno : n;
	}
	for (nfds_t i = 0; i < count && n >= 0; i++) {
		dr_plain_range(&files[i].revents, sizeof files[i].revents, DR_WRITES, call.site);
		files[i].revents = mine[i].revents;
	}
	return (int)dr_result(n);
}

static long milliseconds(const struct timespec *t)
{
	return t ? (long)t->tv_sec * 1000 + (t->tv_nsec + 999999) / 1000000 : -1;
}

DR_WAITING_WEAK(int, poll, struct pollfd *files, nfds_t count, int timeout)
{
	uint64_t spin = dr_spin_fingerprint();
	return poll_files(files, count, timeout < 0 ? -1 : timeout, dr_file_call("poll", -1, DR_SITE, spin));
}

DR_WAITING_WEAK(int, ppoll, struct pollfd *files, nfds_t count, const struct timespec *timeout, const void *mask)
{
	uint64_t spin = dr_spin_fingerprint();
	(void)mask;
	return poll_files(files, count, milliseconds(timeout), dr_file_call("ppoll", -1, DR_SITE, spin));
}

struct selected {
	fd_set wanted[3], got[3]; /* by the program's numbers */
	struct watched *watched;
	unsigned count;
};

/* By the numbers that the kernel knows. */
static long try_select(void *what)
{
	struct selected *s = what;
	struct timespec none = {0, 0};
	fd_set set[3] = {0};
	for (unsigned k = 0; k < s->count; k++)
		for (int i = 0; i < 3; i++)
			if (FD_ISSET(s->watched[k].given, &s->wanted[i]))
				FD_SET(s->watched[k].held.number, &set[i]);
	long n = dr_kernel(SYS_pselect6, FD_SETSIZE, (long)&set[0], (long)&set[1], (long)&set[2], (long)&none, 0);
	dr_copy(s->got, (fd_set[3]){0}, sizeof s->got);
	for (unsigned k = 0; n >= 0 && k < s->count; k++)
		for (int i = 0; i < 3; i++)
			if (FD_ISSET(s->watched[k].held.number, &set[i]))
				FD_SET(s->watched[k].given, &s->got[i]);
	return n;
}

static int select_files(int count, fd_set *in, fd_set *out, fd_set *other, long timeout, struct dr_call call)
{
	fd_set *set[3] = {in, out, other};
	struct timespec t = {timeout / 1000, timeout % 1000 * 1000000};
	if (!dr_self)
		return (int)dr_raw_syscall(SYS_pselect6, (long)count, in, out, other, timeout < 0 ? NULL : &t, NULL);
	struct watched w[FD_SETSIZE];
	struct selected s = {.watched = w};
	for (int i = 0; i < 3; i++)
		if (set[i]) {
			dr_plain_range(set[i], sizeof(fd_set), DR_READS, call.site);
			s.wanted[i] = *set[i];
		}
	for (int n = 0; n < count && n < FD_SETSIZE; n++)
		if (FD_ISSET(n, &s.wanted[0]) || FD_ISSET(n, &s.wanted[1]) || FD_ISSET(n, &s.wanted[2]))
			w[s.count++] = (struct watched){n, {n, 0}};
	call.point = 1;
	observe(&call, w, s.count);
	for (unsigned k = 0; k < s.count; k++)
		depends(&call, w[k].given, FD_ISSET(w[k].given, &s.wanted[0]), FD_ISSET(w[k].given, &s.wanted[1]));
	for (int i = 0; i < 3; i++)
		if (set[i])
			dr_plain_range(set[i], sizeof(fd_set), DR_WRITES, call.site);
	if (!call.count && timeout < 0) {
		dr_cancel_point(call.spin, call.site);
		return (int)dr_raw_syscall(SYS_pselect6, (long)count, in, out, other, NULL, NULL);
	}
	long n = repeat(&call, timeout, try_select, &s, w, s.count);
	for (int i = 0; i < 3 && n >= 0; i++)
		if (set[i])
			*set[i] = s.got[i];
	return (int)dr_result(n);
}

DR_WAITING_WEAK(int, select, int count, fd_set *in, fd_set *out, fd_set *other, struct timeval *timeout)
{
	uint64_t spin = dr_spin_fingerprint();
	long ms = timeout ? (long)timeout->tv_sec * 1000 + (timeout->tv_usec + 999) / 1000 : -1;
	return select_files(count, in, out, other, ms, dr_file_call("select", -1, DR_SITE, spin));
}

DR_WAITING_WEAK(int, pselect, int count, fd_set *in, fd_set *out, fd_set *other, const struct timespec *timeout,
	const sigset_t *mask)
{
	uint64_t spin = dr_spin_fingerprint();
	(void)mask;
	return select_files(count, in, out, other, milliseconds(timeout), dr_file_call("pselect", -1, DR_SITE, spin));
}

/* The files that each epoll file watches. */
#define EPOLLS 16
static struct {
	int number, count;
	struct {
		int number;
		uint32_t events;
	} file[DR_CALL_CHANNELS];
} epoll[EPOLLS];

static int own_epoll(int number)
{
	for (int i = 0; i < EPOLLS; i++)
		if (dr_self && epoll[i].count && epoll[i].number == number)
			return i;
	return -1;
}

DEFINE(int, epoll_create1, int flags)
{
	return dr_description_opened(dr_kernel(SYS_epoll_create1, flags, 0, 0, 0, 0, 0), DR_SITE);
}

DEFINE(int, epoll_create, int size)
{
	return dr_description_opened(size > 0 ? dr_kernel(SYS_epoll_create1, 0, 0, 0, 0, 0, 0) : -EINVAL, DR_SITE);
}

DEFINE(int, epoll_ctl, int number, int operation, int file, struct epoll_event *event)
{
	dr_number_look("epoll_ctl", number, DR_SITE, 0);
	dr_number_look("epoll_ctl", file, DR_SITE, 0);
	long r = dr_kernel(SYS_epoll_ctl, number, operation, file, (long)event, 0, 0);
	if (r < 0)
		return (int)dr_fail(r);
	int e = own_epoll(number);
	for (int i = 0; e < 0 && i < EPOLLS; i++)
		if (!epoll[i].count)
			epoll[e = i].number = number;
	if (!dr_file_of(file))
		return 0;
	if (e < 0 || (operation == EPOLL_CTL_ADD && epoll[e].count == DR_CALL_CHANNELS))
		dr_unsupported("so many files in epoll");
	dr_changed();
	int at = 0;
	while (at < epoll[e].count && epoll[e].file[at].number != file)
		at++;
	if (operation == EPOLL_CTL_DEL) {
		if (at < epoll[e].count)
			epoll[e].file[at] = epoll[e].file[--epoll[e].count];
		return 0;
	}
	epoll[e].file[at].number = file;
	epoll[e].file[at].events = event->events;
	epoll[e].count += at == epoll[e].count;
	return 0;
}

struct epolled {
	const struct dr_call *call;
	int most;
	struct epoll_event *events;
};

static long try_epoll(void *what)
{
	const struct epolled *p = what;
	return dr_kernel(SYS_epoll_wait, p->call->held.number, (long)p->events, p->most, 0, 0, 0);
}

static int epoll_files(int number, struct epoll_event *events, int most, long timeout, struct dr_call call)
{
	int e = own_epoll(number);
	for (int i = 0; e >= 0 && i < epoll[e].count; i++)
		depends(&call, epoll[e].file[i].number, epoll[e].file[i].events & (EPOLLIN | EPOLLRDHUP),
			epoll[e].file[i].events & EPOLLOUT);
	if (!call.count) {
		dr_cancel_point(call.spin, call.site);
		int ready = (int)dr_raw_syscall(
			SYS_epoll_wait, (long)call.held.number, events, (long)most, timeout, 0l, 0l);
		dr_file_call_over(&call);
		return ready;
	}
	call.point = 1;
	long n = repeat(&call, timeout, try_epoll, &(struct epolled){&call, most, events}, NULL, 0);
	dr_file_call_over(&call);
	if (n < 0)
		return (int)dr_fail(n);
	dr_plain_range(events, (size_t)n * sizeof *events, DR_WRITES, call.site);
	return (int)n;
}

DR_WAITING_WEAK(int, epoll_wait, int number, struct epoll_event *events, int most, int timeout)
{
	uint64_t spin = dr_spin_fingerprint();
	return epoll_files(
		number, events, most, timeout < 0 ? -1 : timeout, dr_file_call("epoll_wait", number, DR_SITE, spin));
}

DR_WAITING_WEAK(int, epoll_pwait, int number, struct epoll_event *events, int most, int timeout, const sigset_t *mask)
{
	uint64_t spin = dr_spin_fingerprint();
	(void)mask;
	return epoll_files(
		number, events, most, timeout < 0 ? -1 : timeout, dr_file_call("epoll_pwait", number, DR_SITE, spin));
}
