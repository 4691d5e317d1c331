/*
 * The calls that make pipes, pairs of sockets and event counters: pipe, pipe2, socketpair (POSIX.1-2017) and eventfd
 * (eventfd(2)). Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "memory/plain.h"
#include "fiber/fiber.h"
#include "io/calls.h"
#include "io/file-table.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static void both(struct dr_file *a, struct dr_file *b, struct dr_channel *from_b, struct dr_channel *from_a)
{
	a->in = b->out = from_b;
	b->in = a->out = from_a;
}

static int pair_made(struct dr_file *a, struct dr_file *b, int made[2], int out[2], const void *site)
{
	dr_file_numbers((struct dr_file *[]){a, b}, made, site);
	dr_plain_range(out, 2 * sizeof *out, DR_WRITES, site);
	out[0] = made[0];
	out[1] = made[1];
	return 0;
}

static int make_pipe(int out[2], int flags, const void *site)
{
	if (!dr_self)
		return (int)SYSTEM(SYS_pipe2, out, (long)flags);
	int made[2];
	long error = dr_kernel(SYS_pipe2, (long)made, flags, 0, 0, 0, 0);
	if (error < 0)
		return (int)dr_fail(error);
	struct dr_file *to_read = dr_file_new(DR_STREAM), *to_write = dr_file_new(DR_STREAM);
	to_read->in = to_write->out = dr_channel_new();
	to_read->packets = to_write->packets = (flags & O_DIRECT) != 0;
	return pair_made(to_read, to_write, made, out, site);
}

DEFINE(int, pipe, int out[2])
{
	return make_pipe(out, 0, DR_SITE);
}
DEFINE(int, pipe2, int out[2], int flags)
{
	return make_pipe(out, flags, DR_SITE);
}

DEFINE(int, socketpair, int domain, int type, int protocol, int out[2])
{
	if (!dr_self)
		return (int)SYSTEM(SYS_socketpair, (long)domain, (long)type, (long)protocol, out);
	int made[2];
	long error = dr_kernel(SYS_socketpair, domain, type, protocol, (long)made, 0, 0);
	if (error < 0)
		return (int)dr_fail(error);
	struct dr_file *a = dr_file_new(DR_STREAM), *b = dr_file_new(DR_STREAM);
	struct dr_channel *from_b = dr_channel_new();
	both(a, b, from_b, dr_channel_new());
	a->packets = b->packets = (type & 15) != SOCK_STREAM;
	return pair_made(a, b, made, out, DR_SITE);
}

DEFINE(int, eventfd, unsigned value, int flags)
{
	if (!dr_self)
		return (int)SYSTEM(SYS_eventfd2, (long)value, (long)flags);
	long made = dr_kernel(SYS_eventfd2, value, flags, 0, 0, 0, 0);
	if (made < 0)
		return (int)dr_fail(made);
	struct dr_file *f = dr_file_new(DR_COUNTER);
	f->in = f->out = dr_channel_new();
	f->semaphore = (flags & EFD_SEMAPHORE) != 0;
	int number = dr_file_number(f, (int)made, DR_SITE);
	if (value) {
		struct dr_call call = {.name = "eventfd", .file = number, .site = DR_SITE};
		dr_call_on(&call, f->in);
		dr_call_begin(&call);
		f->in->count = value;
		dr_call_end(&call);
	}
	return number;
}

ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
DEFINE(int, eventfd_write, int number, eventfd_t value)
{
	return write(number, &value, sizeof value) == sizeof value ? 0 : -1;
}
DEFINE(int, eventfd_read, int number, eventfd_t *value)
{
	return read(number, value, sizeof *value) == sizeof *value ? 0 : -1;
}
