/*
 * poll, select and epoll (POSIX.1-2017; epoll(7)) on channel files. A time-out expires at once where nothing is ready:
 * the program cannot tell a call that waits from one that is made later. Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "io/calls.h"
#include "io/file-table.h"
#include "libc/enter.h"
#include "pthread/cancel.h"
#include "libc/clock.h"
#include "fiber/fiber.h"
#include "memory/plain.h"
#include "fiber/spin.h"
#include "pthread/timeouts.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>

/* Adds the channels on which the file's readiness depends. */
static void depends(struct dr_call *call, int number, int reading, int writing)
{
	struct dr_file *f = dr_file_of(number);
	if (f && reading)
		dr_call_on(call, f->in);
	if (f && writing)
		dr_call_on(call, f->out);
}

/* Calls `try` until it returns other than 0; once only if the call may time out. Then the time-out (milliseconds)
 * passes on the thread's clock. */
static long repeat(struct dr_call *call, long timeout, long (*try)(void *), void *what)
{
	long n;
	call->point = call->count > 0;
	if (!call->point)
		dr_cancel_point(call->spin, call->site);
	if (call->count && timeout > 0 && dr_timeout_held(call->site))
		timeout = -1;
	do {
		dr_call_begin(call);
		n = try(what);
		dr_call_end(call);
	} while (n == 0 && timeout < 0);
	if (n == 0 && timeout > 0) {
		dr_timed_out(call->site);
		dr_clock_pass((uint64_t)timeout * 1000000);
	}
	return n;
}

struct polled {
	struct pollfd *files;
	nfds_t count;
};

static long try_poll(void *what)
{
	const struct polled *p = what;
	return dr_kernel(SYS_poll, (long)p->files, (long)p->count, 0, 0, 0, 0);
}

static int poll_files(struct pollfd *files, nfds_t count, long timeout, struct dr_call call)
{
	dr_plain_range(files, count * sizeof *files, DR_READS, call.site);
	for (nfds_t i = 0; i < count; i++)
		depends(&call, files[i].fd, files[i].events & (POLLIN | POLLPRI | POLLRDHUP),
			files[i].events & POLLOUT);
	if (dr_self && !call.count && timeout > 0)
		return (int)repeat(&call, timeout, try_poll, &(struct polled){files, count});
	if (!call.count) {
		dr_cancel_point(call.spin, call.site);
		return (int)dr_raw_syscall(SYS_poll, files, (long)count, timeout, 0l, 0l, 0l);
	}
	long n = repeat(&call, timeout, try_poll, &(struct polled){files, count});
	if (n < 0)
		return (int)dr_fail(n);
	for (nfds_t i = 0; i < count; i++)
		dr_plain_range(&files[i].revents, sizeof files[i].revents, DR_WRITES, call.site);
	return (int)n;
}

static long milliseconds(const struct timespec *t)
{
	return t ? (long)t->tv_sec * 1000 + (t->tv_nsec + 999999) / 1000000 : -1;
}

ENTER(int, poll, struct pollfd *files, nfds_t count, int timeout)
{
	uint64_t spin = dr_spin_fingerprint();
	return poll_files(files, count, timeout < 0 ? -1 : timeout, dr_file_call("poll", -1, DR_SITE, spin));
}

ENTER(int, ppoll, struct pollfd *files, nfds_t count, const struct timespec *timeout, const void *mask)
{
	uint64_t spin = dr_spin_fingerprint();
	(void)mask;
	return poll_files(files, count, milliseconds(timeout), dr_file_call("ppoll", -1, DR_SITE, spin));
}

struct selected {
	int count;
	fd_set *set[3], wanted[3];
};

static long try_select(void *what)
{
	struct selected *s = what;
	struct timespec none = {0, 0};
	for (int i = 0; i < 3; i++)
		if (s->set[i])
			*s->set[i] = s->wanted[i];
	return dr_kernel(SYS_pselect6, s->count, (long)s->set[0], (long)s->set[1], (long)s->set[2], (long)&none, 0);
}

static int select_files(int count, fd_set *in, fd_set *out, fd_set *other, long timeout, struct dr_call call)
{
	struct selected s = {count, {in, out, other}, {{{0}}, {{0}}, {{0}}}};
	for (int i = 0; i < 3; i++)
		if (s.set[i]) {
			dr_plain_range(s.set[i], sizeof(fd_set), DR_READS, call.site);
			s.wanted[i] = *s.set[i];
		}
	for (int n = 0; n < count && n < FD_SETSIZE; n++)
		depends(&call, n, in && FD_ISSET(n, in), out && FD_ISSET(n, out));
	for (int i = 0; i < 3; i++)
		if (s.set[i])
			dr_plain_range(s.set[i], sizeof(fd_set), DR_WRITES, call.site);
	struct timespec t = {timeout / 1000, timeout % 1000 * 1000000};
	if (!dr_self || (!call.count && timeout < 0)) {
		dr_cancel_point(call.spin, call.site);
		return (int)dr_raw_syscall(SYS_pselect6, (long)count, in, out, other, timeout < 0 ? NULL : &t, NULL);
	}
	long n = repeat(&call, timeout, try_select, &s);
	return n < 0 ? (int)dr_fail(n) : (int)n;
}

ENTER(int, select, int count, fd_set *in, fd_set *out, fd_set *other, struct timeval *timeout)
{
	uint64_t spin = dr_spin_fingerprint();
	long ms = timeout ? (long)timeout->tv_sec * 1000 + (timeout->tv_usec + 999) / 1000 : -1;
	return select_files(count, in, out, other, ms, dr_file_call("select", -1, DR_SITE, spin));
}

ENTER(int, pselect, int count, fd_set *in, fd_set *out, fd_set *other, const struct timespec *timeout,
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

DEFINE(int, epoll_ctl, int number, int operation, int file, struct epoll_event *event)
{
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
	int number, most;
	struct epoll_event *events;
};

static long try_epoll(void *what)
{
	const struct epolled *p = what;
	return dr_kernel(SYS_epoll_wait, p->number, (long)p->events, p->most, 0, 0, 0);
}

static int epoll_files(int number, struct epoll_event *events, int most, long timeout, struct dr_call call)
{
	int e = own_epoll(number);
	for (int i = 0; e >= 0 && i < epoll[e].count; i++)
		depends(&call, epoll[e].file[i].number, epoll[e].file[i].events & (EPOLLIN | EPOLLRDHUP),
			epoll[e].file[i].events & EPOLLOUT);
	if (!call.count) {
		dr_cancel_point(call.spin, call.site);
		return (int)dr_raw_syscall(SYS_epoll_wait, (long)number, events, (long)most, timeout, 0l, 0l);
	}
	long n = repeat(&call, timeout, try_epoll, &(struct epolled){number, most, events});
	if (n < 0)
		return (int)dr_fail(n);
	dr_plain_range(events, (size_t)n * sizeof *events, DR_WRITES, call.site);
	return (int)n;
}

ENTER(int, epoll_wait, int number, struct epoll_event *events, int most, int timeout)
{
	uint64_t spin = dr_spin_fingerprint();
	return epoll_files(
		number, events, most, timeout < 0 ? -1 : timeout, dr_file_call("epoll_wait", number, DR_SITE, spin));
}

ENTER(int, epoll_pwait, int number, struct epoll_event *events, int most, int timeout, const sigset_t *mask)
{
	uint64_t spin = dr_spin_fingerprint();
	(void)mask;
	return epoll_files(
		number, events, most, timeout < 0 ? -1 : timeout, dr_file_call("epoll_pwait", number, DR_SITE, spin));
}
