/*
 * read, write and their variants (POSIX.1-2017 read, write, recv, send, readv, writev). The kernel must not put the
 * only kernel thread to sleep: a call on a pipe, socket or event counter that would wait lets other threads run and is
 * tried again. Calls on other files go to the kernel unchanged. Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "prim/digest.h"
#include "io/file-table.h"
#include "io/buffers.h"
#include "io/calls.h"
#include "io/faults.h"
#include "io/client.h"
#include "pthread/cancel.h"
#include "libc/also.h"
#include "fiber/fiber.h"
#include "io/descriptions.h"
#include "io/mapped.h"
#include "io/numbers.h"
#include "io/printed.h"
#include "io/transfer.h"
#include "memory/plain.h"
#include "libc/random.h"
#include "memory/scratch.h"
#include "thread-state/spin.h"
#include "io/outside.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#define CHUNK 4096u /* bytes for which a writable pipe or socket has room */

static int nonblocking(int number)
{
	return (dr_kernel(SYS_fcntl, number, F_GETFL, 0, 0, 0, 0) & O_NONBLOCK) != 0;
}

static int ready(int number, short events)
{
	struct pollfd p = {number, events, 0};
	return dr_kernel(SYS_poll, (long)&p, 1, 0, 0, 0, 0) > 0;
}

/* On the end that is used; and on the other one where the call may be the last that holds the file. */
static void depends(struct dr_call *call, struct dr_channel *used, struct dr_channel *other)
{
	int begun = call->locked > 0;
	dr_call_on(call, used);
	if (begun)
		dr_call_on(call, other);
}

/* Ends a try. A call that goes on is not ended by closing its number (Linux; POSIX leaves that open): only the ends
 * matter from then on. */
static void end(struct dr_call *call, int over, struct dr_channel *used, struct dr_channel *other)
{
	int goes_on = !over && call->count && call->channel[0]->is_number;
	if (goes_on)
		dr_number_keep(&call->held, call->file);
	if (over)
		dr_number_release(&call->held);
	dr_call_end(call);
	if (!goes_on)
		return;
	call->count = 0;
	dr_call_on(call, used);
	dr_call_on(call, other);
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
	int dont_wait = nonblocking(call.held.number) || (flags & MSG_DONTWAIT);
	size_t done = 0, size = dr_buffers_size(b);
	call.point = 1;
	depends(&call, f->in, f->out);
	for (;;) {
		dr_call_begin(&call);
		size_t room = DR_SCRATCH; /* the most bytes that one call reads */
		uint8_t *made = dr_scratch(&room);
		long n = receive(f, call.held.number, made, size - done < DR_SCRATCH ? size - done : DR_SCRATCH,
			socket_call, flags & ~MSG_WAITALL);
		int over = n < 0 ? n != -EAGAIN || dont_wait
				 : n == 0 || !(flags & MSG_WAITALL) || done + (size_t)n == size;
		end(&call, over, f->in, f->out);
		if (n == -EAGAIN && !dont_wait)
			continue;
		if (n < 0)
			return done ? (long)done : dr_fail(n);
		dr_client_got(f, made, (size_t)n, flags & MSG_PEEK, call.site);
		dr_buffers_fill(b, done, made, (size_t)n, call.site);
		done += (size_t)n;
		if (over)
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
	if (f->client) {
		dr_client_reads(f);
		return n;
	}
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
	int dont_wait = nonblocking(call.held.number) || (flags & MSG_DONTWAIT);
	size_t done = 0, size = dr_buffers_size(b);
	if (f->packets && b.count > 1 && size > DR_SCRATCH)
		dr_unsupported("writev of more than 64 KiB");
	call.point = 1;
	depends(&call, f->out, f->in);
	dr_buffers_read(b, call.site);
	for (int i = 0; i < b.count; i++)
		dr_outside_written(call.file, b.part[i].iov_base, b.part[i].iov_len, call.name, call.site);
	for (;;) {
		size_t most = f->packets || size - done < CHUNK ? size - done : CHUNK;
		dr_call_begin(&call);
		long n = emit(f, call.held.number, dr_buffers_chunk(b, done, most), most, socket_call, flags);
		end(&call, n < 0 ? n != -EAGAIN || dont_wait : done + (size_t)n == size, f->out, f->in);
		if (n == -EAGAIN && !dont_wait)
			continue;
		if (n < 0)
			return done ? (long)done : dr_fail(n);
		done += (size_t)n;
		if (done == size)
			return (long)done;
		call.tries = call.point = 0;
	}
}

int dr_is_channel(const struct dr_file *f)
{
	return f && (f->kind == DR_STREAM || f->kind == DR_COUNTER);
}

/* Reads from a file that is no channel, by the kernel. */
static ssize_t read_outside(struct dr_call call, struct dr_buffers b, int socket_call, int flags)
{
	size_t room = DR_SCRATCH, size = dr_buffers_size(b);
	dr_cancel_point(call.spin, call.site);
	struct dr_use u = dr_use_of_call(call, 0, 1);
	int number = u.call.held.number;
	dr_use_begin(&u);
	void *made = dr_scratch(&room);
	if (size < room)
		room = size;
	dr_mapped_access(number, -1, room, DR_READS, call.site);
	int input = dr_outside_of(number);
	uint64_t at = input == DR_NO_INPUT ? 0 : dr_position(number);
	ssize_t n = socket_call ? dr_raw_syscall(SYS_recvfrom, (long)number, made, room, (long)flags, 0l, 0l)
				: SYSTEM(SYS_read, (long)number, made, room);
	if (n > 0 && dr_random_file(number))
		dr_random_bytes(made, (size_t)n);
	dr_use_end(&u, n > 0, (uint64_t)n, n < 0 ? (uint64_t)n : dr_digest_bytes(1, made, (size_t)n));
	if (n > 0) {
		dr_outside_got(made, (size_t)n, input, at, call.site);
		dr_buffers_fill(b, 0, made, (size_t)n, call.site);
	}
	return n;
}

static ssize_t write_outside(struct dr_call call, struct dr_buffers b, int socket_call, int flags)
{
	dr_cancel_point(call.spin, call.site);
	dr_buffers_read(b, call.site);
	for (int i = 0; i < b.count; i++)
		dr_outside_written(call.file, b.part[i].iov_base, b.part[i].iov_len, call.name, call.site);
	struct dr_use u = dr_use_of_call(call, 1, 1);
	int number = u.call.held.number;
	if (dr_prints(number))
		dr_printed_buffers(b, call.site);
	dr_use_begin(&u);
	dr_mapped_access(number, -1, dr_buffers_size(b), DR_WRITES, call.site);
	ssize_t n;
	if (socket_call)
		n = dr_raw_syscall(SYS_sendto, (long)number, b.part->iov_base, b.part->iov_len, (long)flags, 0l, 0l);
	else
		n = b.count == 1 ? SYSTEM(SYS_write, (long)number, b.part->iov_base, b.part->iov_len)
				 : SYSTEM(SYS_writev, (long)number, b.part, (long)b.count);
	uint64_t effect = 0;
	if (u.count && n > 0) /* the same bytes elsewhere are another file */
		effect = dr_digest(
			dr_buffers_digest(b, n), (uint64_t)dr_kernel(SYS_lseek, number, 0, SEEK_CUR, 0, 0, 0));
	dr_use_end(&u, n > 0, effect, (uint64_t)n);
	return n;
}

ssize_t dr_take(struct dr_call call, struct dr_buffers b, int socket_call, int flags)
{
	struct dr_file *f = dr_file_of(call.held.number);
	if (!dr_self) /* what the runtime loads before main */
		return socket_call ? dr_raw_syscall(SYS_recvfrom, (long)call.file, b.part->iov_base, b.part->iov_len,
					     (long)flags, 0l, 0l)
				   : SYSTEM(SYS_readv, (long)call.file, b.part, (long)b.count);
	struct dr_transfer_fault fault = dr_read_fault(&call, &b, socket_call ? flags : 0);
	if (fault.error)
		return dr_fail(fault.error);
	return dr_is_channel(f) ? read_file(f, call, b, socket_call, flags) : read_outside(call, b, socket_call, flags);
}

ssize_t dr_give(struct dr_call call, struct dr_buffers b, int socket_call, int flags)
{
	struct dr_file *f = dr_file_of(call.held.number);
	struct dr_transfer_fault fault = dr_write_fault(&call, &b, socket_call ? flags : 0);
	if (fault.error)
		return dr_fail(fault.error);
	return dr_is_channel(f) ? write_file(f, call, b, socket_call, flags)
				: write_outside(call, b, socket_call, flags);
}

#define CALL(name, number) cancellable(name, number, DR_SITE, spin)
static struct dr_call cancellable(const char *name, int number, const void *site, uint64_t spin)
{
	struct dr_call call = {.name = name, .file = number, .site = site, .spin = spin, .point = 1};
	dr_file_call_begin(&call);
	return call;
}

#define ONE(from, size) ((struct dr_buffers){&(struct iovec){(void *)(from), size}, 1})

DR_WAITING_WEAK(ssize_t, read, int number, void *to, size_t size)
{
	uint64_t spin = dr_spin_fingerprint();
	return dr_take(CALL("read", number), ONE(to, size), 0, 0);
}

DR_WAITING_WEAK(ssize_t, write, int number, const void *from, size_t size)
{
	uint64_t spin = dr_spin_fingerprint();
	return dr_give(CALL("write", number), ONE(from, size), 0, 0);
}

DR_WAITING_WEAK(ssize_t, recv, int number, void *to, size_t size, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	return dr_take(CALL("recv", number), ONE(to, size), 1, flags);
}

DR_WAITING_WEAK(ssize_t, send, int number, const void *from, size_t size, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	return dr_give(CALL("send", number), ONE(from, size), 1, flags);
}

DR_WAITING_WEAK(ssize_t, readv, int number, const struct iovec *part, int parts)
{
	uint64_t spin = dr_spin_fingerprint();
	return dr_buffers_wrong(part, parts) ? dr_fail(-EINVAL)
					     : dr_take(CALL("readv", number), (struct dr_buffers){part, parts}, 0, 0);
}

DR_WAITING_WEAK(ssize_t, writev, int number, const struct iovec *part, int parts)
{
	uint64_t spin = dr_spin_fingerprint();
	return dr_buffers_wrong(part, parts) ? dr_fail(-EINVAL)
					     : dr_give(CALL("writev", number), (struct dr_buffers){part, parts}, 0, 0);
}
