/*
 * Pipes, sockets and event counters that the program makes and its threads use. The kernel must not put the only thread
 * to sleep: a call that would wait lets others go on, and is tried again. Everything else goes to the kernel as it is.
 * Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "io/file-table.h"
#include "io/buffers.h"
#include "pthread/cancel.h"
#include "io/descriptions.h"
#include "libc/enter.h"
#include "fiber/fiber.h"
#include "io/mapped.h"
#include "memory/plain.h"
#include "libc/random.h"
#include "libc/scratch.h"
#include "fiber/spin.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#define CHUNK 4096u /* that a pipe or socket which has room at all has room for */
#define FIRST 64 /* number of a thread's files */
#define EACH 48

#define SYSTEM(number, ...) dr_raw_syscall(number, __VA_ARGS__, 0l, 0l, 0l, 0l, 0l)

static struct dr_file file[DR_FILES];
static struct dr_file *of[DR_FILES];
static unsigned given[DR_THREADS]; /* numbers, by thread */

struct dr_file *dr_file_of(int number)
{
	return dr_self && number >= 0 && number < DR_FILES ? of[number] : NULL;
}

struct dr_file *dr_file_new(enum dr_file_kind kind)
{
	for (unsigned i = 0; i < DR_FILES; i++)
		if (!file[i].used) {
			file[i] = (struct dr_file){.kind = kind, .used = 1};
			return &file[i];
		}
	dr_unsupported("so many files");
}

int dr_file_number(struct dr_file *f, int kernel)
{
	int number;
	unsigned t = dr_self->number;
	do {
		if (given[t] == EACH || FIRST + (t + 1) * EACH > DR_FILES - 64)
			dr_unsupported("so many pipes and sockets");
		number = (int)(FIRST + t * EACH + given[t]++);
	} while (dr_kernel(SYS_fcntl, number, F_GETFD, 0, 0, 0, 0) >= 0);
	dr_changed();
	long flags = dr_kernel(SYS_fcntl, kernel, F_GETFD, 0, 0, 0, 0);
	dr_kernel(SYS_dup3, kernel, number, flags & FD_CLOEXEC ? O_CLOEXEC : 0, 0, 0, 0);
	dr_kernel(SYS_close, kernel, 0, 0, 0, 0, 0);
	of[number] = f;
	f->numbers++;
	return number;
}

void dr_file_forget(int number)
{
	struct dr_file *f = of[number];
	of[number] = NULL;
	f->numbers--; /* what it was is not used again in the run: a listener may still be found by its address, or not
		       */
}

struct dr_call dr_file_call(const char *name, int number, const void *site, uint64_t spin)
{
	return (struct dr_call){.name = name, .file = number, .site = site, .spin = spin};
}

static int nonblocking(int number)
{
	return (dr_kernel(SYS_fcntl, number, F_GETFL, 0, 0, 0, 0) & O_NONBLOCK) != 0;
}

static int ready(int number, short events)
{
	struct pollfd p = {number, events, 0};
	return dr_kernel(SYS_poll, (long)&p, 1, 0, 0, 0, 0) > 0;
}

static long fail(long error)
{
	errno = (int)-error;
	return -1;
}

/* What is read into memory of ours, `room` bytes at most; -EAGAIN: nothing there now. */
static long receive(struct dr_file *f, int number, void *to, size_t room, int socket_call, int flags)
{
	if (!ready(number, POLLIN))
		return -EAGAIN;
	long n = socket_call ? dr_kernel(SYS_recvfrom, number, (long)to, (long)room, flags | MSG_DONTWAIT, 0, 0)
			     : dr_kernel(SYS_read, number, (long)to, (long)room, 0, 0, 0);
	if (n <= 0 || (flags & MSG_PEEK))
		return n;
	if (f->kind == DR_COUNTER)
		f->in->count -= f->semaphore ? 1 : f->in->count;
	else if (f->packets)
		dr_channel_take(f->in, 4 + (size_t) * (const uint32_t *)f->in->bytes);
	else
		dr_channel_take(f->in, (size_t)n);
	return n;
}

static long read_file(struct dr_file *f, struct dr_call call, struct dr_buffers b, int socket_call, int flags)
{
	int dont_wait = nonblocking(call.file) || (flags & MSG_DONTWAIT);
	size_t done = 0, size = dr_buffers_size(b);
	call.point = 1;
	dr_call_on(&call, f->in);
	for (;;) {
		dr_call_begin(&call);
		size_t room = DR_SCRATCH; /* at most read in one call */
		uint8_t *made = dr_scratch(&room);
		long n = receive(f, call.file, made, size - done < DR_SCRATCH ? size - done : DR_SCRATCH, socket_call,
			flags & ~MSG_WAITALL);
		dr_call_end(&call);
		if (n == -EAGAIN && !dont_wait)
			continue;
		if (n < 0)
			return done ? (long)done : fail(n);
		dr_buffers_fill(b, done, made, (size_t)n, call.site);
		done += (size_t)n;
		if (n == 0 || !(flags & MSG_WAITALL) || done == size)
			return (long)done;
		call.tries = call.point = 0;
	}
}

static long emit(struct dr_file *f, int number, const void *from, size_t size, int socket_call, int flags)
{
	if (!ready(number, POLLOUT))
		return -EAGAIN;
	long n = socket_call ? dr_kernel(SYS_sendto, number, (long)from, (long)size, flags | MSG_DONTWAIT, 0, 0)
			     : dr_kernel(SYS_write, number, (long)from, (long)size, 0, 0, 0);
	if (n <= 0)
		return n;
	uint32_t length = (uint32_t)n;
	if (f->kind == DR_COUNTER) {
		f->out->count += *(const uint64_t *)from;
		return n;
	}
	if (f->packets)
		dr_channel_put(f->out, &length, sizeof length);
	dr_channel_put(f->out, from, length);
	return n;
}

static long write_file(struct dr_file *f, struct dr_call call, struct dr_buffers b, int socket_call, int flags)
{
	int dont_wait = nonblocking(call.file) || (flags & MSG_DONTWAIT);
	size_t done = 0, size = dr_buffers_size(b);
	if (f->packets && b.count > 1 && size > DR_SCRATCH)
		dr_unsupported("writev of more than 64 KiB");
	call.point = 1;
	dr_call_on(&call, f->out);
	dr_buffers_read(b, call.site);
	for (;;) {
		size_t most = f->packets || size - done < CHUNK ? size - done : CHUNK;
		dr_call_begin(&call);
		long n = emit(f, call.file, dr_buffers_chunk(b, done, most), most, socket_call, flags);
		dr_call_end(&call);
		if (n == -EAGAIN && !dont_wait)
			continue;
		if (n < 0)
			return done ? (long)done : fail(n);
		done += (size_t)n;
		if (done == size)
			return (long)done;
		call.tries = call.point = 0;
	}
}

static int talks(const struct dr_file *f)
{
	return f && (f->kind == DR_STREAM || f->kind == DR_COUNTER);
}

/* A file, or something that threads do not talk through: the kernel does it. */
static ssize_t read_outside(struct dr_call call, struct dr_buffers b, int socket_call, int flags)
{
	size_t room = DR_SCRATCH, size = dr_buffers_size(b);
	dr_cancel_point(call.spin, call.site);
	struct dr_use u = dr_use_of_number(call.name, call.file, 0, 1, call.site, call.spin);
	dr_use_begin(&u);
	void *made = dr_scratch(&room);
	if (size < room)
		room = size;
	dr_mapped_access(call.file, -1, room, DR_READS, call.site);
	ssize_t n = socket_call ? dr_raw_syscall(SYS_recvfrom, (long)call.file, made, room, (long)flags, 0l, 0l)
				: SYSTEM(SYS_read, (long)call.file, made, room);
	if (n > 0 && dr_random_file(call.file))
		dr_random_bytes(made, (size_t)n);
	dr_use_end(&u, n > 0, (uint64_t)n, n < 0 ? (uint64_t)n : dr_mix_bytes(1, made, (size_t)n));
	if (n > 0)
		dr_buffers_fill(b, 0, made, (size_t)n, call.site);
	return n;
}

static ssize_t write_outside(struct dr_call call, struct dr_buffers b, int socket_call, int flags)
{
	dr_cancel_point(call.spin, call.site);
	dr_buffers_read(b, call.site);
	struct dr_use u = dr_use_of_number(call.name, call.file, 1, 1, call.site, call.spin);
	dr_use_begin(&u);
	dr_mapped_access(call.file, -1, dr_buffers_size(b), DR_WRITES, call.site);
	ssize_t n;
	if (socket_call)
		n = dr_raw_syscall(SYS_sendto, (long)call.file, b.part->iov_base, b.part->iov_len, (long)flags, 0l, 0l);
	else
		n = b.count == 1 ? SYSTEM(SYS_write, (long)call.file, b.part->iov_base, b.part->iov_len)
				 : SYSTEM(SYS_writev, (long)call.file, b.part, (long)b.count);
	uint64_t effect = 0;
	if (u.count && n > 0) /* the same bytes elsewhere are another file */
		effect = dr_mix(
			dr_buffers_digest(b, n), (uint64_t)dr_kernel(SYS_lseek, call.file, 0, SEEK_CUR, 0, 0, 0));
	dr_use_end(&u, n > 0, effect, (uint64_t)n);
	return n;
}

static ssize_t take(struct dr_call call, struct dr_buffers b, int socket_call, int flags)
{
	struct dr_file *f = dr_file_of(call.file);
	if (!dr_self) /* what the runtime loads before main */
		return socket_call ? dr_raw_syscall(SYS_recvfrom, (long)call.file, b.part->iov_base, b.part->iov_len,
					     (long)flags, 0l, 0l)
				   : SYSTEM(SYS_readv, (long)call.file, b.part, (long)b.count);
	return talks(f) ? read_file(f, call, b, socket_call, flags) : read_outside(call, b, socket_call, flags);
}

static ssize_t give(struct dr_call call, struct dr_buffers b, int socket_call, int flags)
{
	struct dr_file *f = dr_file_of(call.file);
	return talks(f) ? write_file(f, call, b, socket_call, flags) : write_outside(call, b, socket_call, flags);
}

#define CALL(name, number) dr_file_call(name, number, DR_SITE, spin)
#define ONE(from, size) ((struct dr_buffers){&(struct iovec){(void *)(from), size}, 1})

ENTER(ssize_t, read, int number, void *to, size_t size)
{
	uint64_t spin = dr_spin_fingerprint();
	return take(CALL("read", number), ONE(to, size), 0, 0);
}

ENTER(ssize_t, write, int number, const void *from, size_t size)
{
	uint64_t spin = dr_spin_fingerprint();
	return give(CALL("write", number), ONE(from, size), 0, 0);
}

ENTER(ssize_t, recv, int number, void *to, size_t size, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	return take(CALL("recv", number), ONE(to, size), 1, flags);
}

ENTER(ssize_t, send, int number, const void *from, size_t size, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	return give(CALL("send", number), ONE(from, size), 1, flags);
}

ENTER(ssize_t, readv, int number, const struct iovec *part, int parts)
{
	uint64_t spin = dr_spin_fingerprint();
	return dr_buffers_wrong(part, parts) ? fail(-EINVAL)
					     : take(CALL("readv", number), (struct dr_buffers){part, parts}, 0, 0);
}

ENTER(ssize_t, writev, int number, const struct iovec *part, int parts)
{
	uint64_t spin = dr_spin_fingerprint();
	return dr_buffers_wrong(part, parts) ? fail(-EINVAL)
					     : give(CALL("writev", number), (struct dr_buffers){part, parts}, 0, 0);
}

#define WEAK DR_EXPORT __attribute__((weak))
#define DEFINE(type, name, ...) \
	WEAK type name(__VA_ARGS__); \
	type name(__VA_ARGS__)

static void both(struct dr_file *a, struct dr_file *b, struct dr_channel *from_b, struct dr_channel *from_a)
{
	a->in = b->out = from_b;
	b->in = a->out = from_a;
}

static int pair_made(struct dr_file *a, struct dr_file *b, int made[2], int out[2], const void *site)
{
	int numbers[2] = {dr_file_number(a, made[0]), dr_file_number(b, made[1])};
	dr_plain_range(out, sizeof numbers, DR_WRITES, site);
	out[0] = numbers[0];
	out[1] = numbers[1];
	return 0;
}

static int make_pipe(int out[2], int flags, const void *site)
{
	if (!dr_self)
		return (int)SYSTEM(SYS_pipe2, out, (long)flags);
	int made[2];
	long error = dr_kernel(SYS_pipe2, (long)made, flags, 0, 0, 0, 0);
	if (error < 0)
		return (int)fail(error);
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
		return (int)fail(error);
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
		return (int)fail(made);
	struct dr_file *f = dr_file_new(DR_COUNTER);
	f->in = f->out = dr_channel_new();
	f->semaphore = (flags & EFD_SEMAPHORE) != 0;
	int number = dr_file_number(f, (int)made);
	if (value) {
		struct dr_call call = dr_file_call("eventfd", number, DR_SITE, 0);
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

static int close_outside(int number, const void *site)
{
	struct dr_use u = {.call = dr_file_call("close", number, site, 0)};
	struct dr_description *d = dr_description_of(number);
	if (d)
		dr_use_of(&u, d->offset, 1, 1);
	if (d && d->held)
		dr_use_of(&u, d->file, 1, 1);
	dr_use_begin(&u);
	int r = (int)SYSTEM(SYS_close, (long)number);
	dr_use_end(&u, r == 0, SYS_close, (uint64_t)r);
	dr_description_forget(number);
	return r;
}

/* The last number that refers to the file takes its ends away. */
DEFINE(int, close, int number)
{
	struct dr_file *f = dr_file_of(number);
	dr_cancel_point(0, DR_SITE);
	if (!f)
		return close_outside(number, DR_SITE);
	struct dr_call call = dr_file_call("close", number, DR_SITE, 0);
	dr_call_on(&call, f->in);
	dr_call_on(&call, f->out);
	dr_call_begin(&call);
	if (f->numbers == 1 && f->kind == DR_STREAM) {
		if (f->in)
			f->in->no_reader = 1;
		if (f->out)
			f->out->no_writer = 1;
	}
	if (f->numbers == 1 && f->kind == DR_LISTENER)
		f->in->no_reader = 1;
	long r = dr_kernel(SYS_close, number, 0, 0, 0, 0, 0);
	dr_file_forget(number);
	dr_call_end(&call);
	return r < 0 ? (int)fail(r) : 0;
}

DEFINE(int, shutdown, int number, int how)
{
	struct dr_file *f = dr_file_of(number);
	if (!f)
		return (int)SYSTEM(SYS_shutdown, (long)number, (long)how);
	struct dr_call call = dr_file_call("shutdown", number, DR_SITE, 0);
	dr_call_on(&call, f->in);
	dr_call_on(&call, f->out);
	dr_call_begin(&call);
	if (how != SHUT_RD && f->out)
		f->out->no_writer = 1;
	if (how != SHUT_WR && f->in)
		f->in->no_reader = 1;
	long r = dr_kernel(SYS_shutdown, number, how, 0, 0, 0, 0);
	dr_call_end(&call);
	return r < 0 ? (int)fail(r) : 0;
}

int dr_duplicate(int number, int how, int least)
{
	struct dr_file *f = dr_file_of(number);
	long made = dr_kernel(SYS_fcntl, number, how, least, 0, 0, 0);
	if (made < 0)
		return (int)fail(made);
	if (f)
		return dr_file_number(f, (int)made);
	dr_description_copy(number, (int)made);
	return (int)made;
}

DEFINE(int, dup, int number)
{
	return dr_duplicate(number, F_DUPFD, 0);
}

static int duplicate(int from, int to, int flags)
{
	struct dr_file *f = dr_file_of(from);
	if (from == to)
		return flags < 0 ? to : (int)fail(-EINVAL);
	if (dr_file_of(to))
		close(to);
	long r = dr_kernel(SYS_dup3, from, to, flags < 0 ? 0 : flags, 0, 0, 0);
	if (r < 0)
		return (int)fail(r);
	if (f && to < DR_FILES) {
		of[to] = f;
		f->numbers++;
	} else
		dr_description_copy(from, to);
	return to;
}

DEFINE(int, dup2, int from, int to)
{
	return duplicate(from, to, -1);
}
DEFINE(int, dup3, int from, int to, int flags)
{
	return duplicate(from, to, flags);
}
