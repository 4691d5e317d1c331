/*
 * Calls on descriptors of regular files, and of other files outside channels such as named pipes: pread, lseek, fstat,
 * fcntl, flock, copy_file_range and so on. read and write are in transfer.c. Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "memory/plain.h"
#include "prim/digest.h"
#include "io/buffers.h"
#include "io/calls.h"
#include "io/crash.h"
#include "io/faults.h"
#include "pthread/cancel.h"
#include "io/descriptions.h"
#include "libc/also.h"
#include "io/mapped.h"
#include "memory/scratch.h"
#include "io/file-table.h"
#include "io/numbers.h"
#include "io/outside.h"
#include "symbolic/symbolic.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ONE(from, size) ((struct dr_buffers){&(struct iovec){(void *)(from), size}, 1})
#define USE(name, write, moves) dr_use_of_number(name, number, write, moves, DR_SITE, spin)

/* Makes the call, whose result is all that it returns, between dr_use_begin and dr_use_end. */
static long begun(struct dr_use *u, long call, long b, long c, long d)
{
	long r = dr_kernel(call, u->call.held.number, b, c, d, 0, 0);
	dr_use_end(u, r >= 0, dr_digest(dr_digest(dr_digest((uint64_t)call, (uint64_t)b), (uint64_t)c), (uint64_t)r),
		(uint64_t)r);
	return dr_result(r);
}

static long simple(struct dr_use *u, long call, long b, long c, long d)
{
	dr_use_begin(u);
	return begun(u, call, b, c, d);
}

static ssize_t read_at(struct dr_use u, struct dr_buffers b, off_t at)
{
	size_t room = DR_SCRATCH, size = dr_buffers_size(b);
	if (!dr_self)
		return dr_result(dr_kernel(SYS_preadv, u.call.file, (long)b.part, b.count, at, 0, 0));
	struct dr_transfer_fault fault = dr_read_fault(&u.call, &b, 0);
	if (fault.error)
		return dr_fail(fault.error);
	size = dr_buffers_size(b);
	dr_cancel_point(u.call.spin, u.call.site);
	dr_use_begin(&u);
	void *made = dr_scratch(&room);
	if (size < room)
		room = size;
	int number = u.call.held.number;
	dr_mapped_access(number, at, room, DR_READS, u.call.site);
	long n = dr_kernel(SYS_pread64, number, (long)made, (long)room, at, 0, 0);
	dr_use_end(&u, 0, 0, n < 0 ? (uint64_t)n : dr_digest_bytes(1, made, (size_t)n));
	if (n > 0) {
		dr_outside_got(made, (size_t)n, dr_outside_of(number), (uint64_t)at, u.call.site);
		dr_buffers_fill(b, 0, made, (size_t)n, u.call.site);
	}
	return dr_result(n);
}

static ssize_t write_at(struct dr_use u, struct dr_buffers b, off_t at)
{
	struct dr_transfer_fault fault = dr_write_fault(&u.call, &b, 0);
	if (fault.error)
		return dr_fail(fault.error);
	dr_cancel_point(u.call.spin, u.call.site);
	dr_buffers_read(b, u.call.site);
	dr_use_begin(&u);
	dr_mapped_access(u.call.held.number, at, dr_buffers_size(b), DR_WRITES, u.call.site);
	long n = dr_kernel(SYS_pwritev, u.call.held.number, (long)b.part, b.count, at, 0, 0);
	dr_use_end(&u, n > 0, dr_digest(dr_buffers_digest(b, n), (uint64_t)at), (uint64_t)n);
	return dr_result(n);
}

DR_WAITING_WEAK(ssize_t, pread, int number, void *to, size_t size, off_t at)
{
	uint64_t spin = dr_spin_fingerprint();
	return read_at(USE("pread", 0, 0), ONE(to, size), at);
}

DR_WAITING_WEAK(ssize_t, pwrite, int number, const void *from, size_t size, off_t at)
{
	uint64_t spin = dr_spin_fingerprint();
	return write_at(USE("pwrite", 1, 0), ONE(from, size), at);
}

DR_WAITING_WEAK(ssize_t, preadv, int number, const struct iovec *part, int parts, off_t at)
{
	uint64_t spin = dr_spin_fingerprint();
	return dr_buffers_wrong(part, parts) ? dr_result(-EINVAL)
					     : read_at(USE("preadv", 0, 0), (struct dr_buffers){part, parts}, at);
}

DR_WAITING_WEAK(ssize_t, pwritev, int number, const struct iovec *part, int parts, off_t at)
{
	uint64_t spin = dr_spin_fingerprint();
	return dr_buffers_wrong(part, parts) ? dr_result(-EINVAL)
					     : write_at(USE("pwritev", 1, 0), (struct dr_buffers){part, parts}, at);
}

/* Do the flags ask for nothing that other threads could notice? */
static int is_plain(int flags)
{
	return !(flags & ~(RWF_HIPRI | RWF_DSYNC | RWF_SYNC));
}

ssize_t readv(int, const struct iovec *, int), writev(int, const struct iovec *, int);

DR_WAITING_WEAK(ssize_t, preadv2, int number, const struct iovec *part, int parts, off_t at, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	if (dr_self && (!is_plain(flags) || dr_file_of(number)))
		dr_unsupported_at("preadv2 with these flags", DR_SITE);
	if (at == -1)
		return readv(number, part, parts);
	return dr_buffers_wrong(part, parts) ? dr_result(-EINVAL)
					     : read_at(USE("preadv2", 0, 0), (struct dr_buffers){part, parts}, at);
}

DR_WAITING_WEAK(ssize_t, pwritev2, int number, const struct iovec *part, int parts, off_t at, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	if (dr_self && (!is_plain(flags) || dr_file_of(number)))
		dr_unsupported_at("pwritev2 with these flags", DR_SITE);
	if (flags & (RWF_DSYNC | RWF_SYNC))
		dr_crash_refuse("pwritev2 with RWF_SYNC or RWF_DSYNC", DR_SITE);
	if (at == -1)
		return writev(number, part, parts);
	return dr_buffers_wrong(part, parts) ? dr_result(-EINVAL)
					     : write_at(USE("pwritev2", 1, 0), (struct dr_buffers){part, parts}, at);
}

DR_WAITING_WEAK(off_t, lseek, int number, off_t to, int from)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = USE("lseek", 0, 1);
	return simple(&u, SYS_lseek, to, from, 0);
}

DR_WAITING_WEAK(int, ftruncate, int number, off_t size)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = USE("ftruncate", 1, 0);
	dr_use_begin(&u);
	dr_mapped_resize(u.call.held.number, size, u.call.site);
	return (int)begun(&u, SYS_ftruncate, size, 0, 0);
}

/* fallocate, which may remove or move bytes. */
static long allocate(struct dr_use *u, int mode, off_t from, off_t size)
{
	dr_use_begin(u);
	dr_mapped_access(u->call.held.number, from < 0 ? 0 : from,
		mode & FALLOC_FL_COLLAPSE_RANGE ? SIZE_MAX : (size_t)size, DR_WRITES, u->call.site);
	return begun(u, SYS_fallocate, mode, from, size);
}

DR_WAITING_WEAK(int, fallocate, int number, int mode, off_t from, off_t size)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = USE("fallocate", 1, 0);
	return (int)allocate(&u, mode, from, size);
}

DR_WAITING_WEAK(int, posix_fallocate, int number, off_t from, off_t size)
{
	uint64_t spin = dr_spin_fingerprint();
	int saved = errno;
	struct dr_use u = USE("posix_fallocate", 1, 0);
	int error = allocate(&u, 0, from, size) < 0 ? errno : 0;
	errno = saved;
	return error;
}

DR_WAITING_WEAK(int, fchmod, int number, mode_t mode)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = USE("fchmod", 1, 0);
	return (int)simple(&u, SYS_fchmod, (long)mode, 0, 0);
}

DR_WAITING_WEAK(int, fstat, int number, struct stat *to)
{
	uint64_t spin = dr_spin_fingerprint();
	struct stat made;
	struct dr_use u = USE("fstat", 0, 0);
	dr_use_begin(&u);
	long r = dr_kernel(SYS_fstat, u.call.held.number, (long)&made, 0, 0, 0, 0);
	dr_use_end(&u, 0, 0,
		r < 0 ? (uint64_t)r : dr_digest(dr_digest((uint64_t)made.st_size, made.st_mode), made.st_nlink));
	if (r == 0) {
		dr_plain_range(to, sizeof *to, DR_WRITES, u.call.site);
		dr_copy(to, &made, sizeof made);
	}
	return (int)dr_result(r);
}

/* A copy from one file to another: the target and both offsets may change. */
static struct dr_use transfer(
	const char *name, struct dr_held *from, int to, int from_moves, int to_moves, const void *site, uint64_t spin)
{
	struct dr_call source = dr_file_call(name, from->number, site, spin);
	*from = source.held;
	if (dr_file_of(from->number))
		dr_unsupported_at(name, site);
	struct dr_use u = dr_use_of_number(name, to, 1, to_moves, site, source.spin);
	struct dr_description *d = dr_description_of(from->number);
	if (dr_file_of(u.call.held.number))
		dr_unsupported_at(name, site);
	if (d) {
		dr_use_of(&u, d->file, 0, 0);
		if (from_moves)
			dr_use_of(&u, d->offset, 1, 1);
	}
	return u;
}

/* A digest of the file's contents there. A file that cannot be read at an offset (a named pipe) has a digest of its
 * descriptor.
 * */
static uint64_t digest_at(int file, off_t at, long size)
{
	uint8_t bytes[4096];
	uint64_t digest = (uint64_t)size;
	for (long done = 0, n; done < size; done += n) {
		long more = size - done;
		if (more > (long)sizeof bytes)
			more = sizeof bytes;
		n = dr_kernel(SYS_pread64, file, (long)bytes, more, at + done, 0, 0);
		if (n <= 0)
			return dr_digest(digest, (uint64_t)file);
		digest = dr_digest_bytes(digest, bytes, (size_t)n);
	}
	return digest;
}

/* The effect of a copy is the bytes that it writes, and where: two copies from different files may leave different
 * contents, however alike the files' pasts are. `given`: of the system call; the files' numbers are -1 there. */
static ssize_t transferred(struct dr_use *u, struct dr_held held, const off_t *from_at, const off_t *to_at, size_t size,
	long call, long *given)
{
	dr_use_begin(u);
	int from = held.number, to = u->call.held.number, to_first = call == SYS_sendfile;
	given[to_first ? 1 : 0] = from;
	given[to_first ? 0 : 2] = to;
	off_t source = from_at ? *from_at : (off_t)dr_position(from);
	uint64_t target = to_at ? (uint64_t)*to_at : dr_position(to);
	dr_mapped_access(from, from_at ? *from_at : -1, size, DR_READS, u->call.site);
	dr_mapped_access(to, to_at ? *to_at : -1, size, DR_WRITES, u->call.site);
	if (dr_outside_of(from) != DR_NO_INPUT)
		dr_symbolic_unseen_always(u->call.name, u->call.site);
	long r = dr_kernel(call, given[0], given[1], given[2], given[3], given[4], given[5]);
	uint64_t effect = r > 0 ? dr_digest(digest_at(from, source, r), target) : 0;
	dr_number_release(&held);
	dr_use_end(u, r > 0, effect, (uint64_t)r);
	return dr_result(r);
}

DR_WAITING_WEAK(ssize_t, sendfile, int to, int from, off_t *at, size_t size)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_held held = {from, 0};
	struct dr_use u = transfer("sendfile", &held, to, !at, 1, DR_SITE, spin);
	return transferred(&u, held, at, NULL, size, SYS_sendfile, (long[]){-1, -1, (long)at, (long)size, 0, 0});
}

DR_WAITING_WEAK(ssize_t, copy_file_range, int from, off_t *from_at, int to, off_t *to_at, size_t size, unsigned flags)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_held held = {from, 0};
	struct dr_use u = transfer("copy_file_range", &held, to, !from_at, !to_at, DR_SITE, spin);
	return transferred(&u, held, from_at, to_at, size, SYS_copy_file_range,
		(long[]){-1, (long)from_at, -1, (long)to_at, (long)size, flags});
}

DR_WAITING_WEAK(ssize_t, splice, int from, off_t *from_at, int to, off_t *to_at, size_t size, unsigned flags)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_held held = {from, 0};
	struct dr_use u = transfer("splice", &held, to, !from_at, !to_at, DR_SITE, spin);
	return transferred(&u, held, from_at, to_at, size, SYS_splice,
		(long[]){-1, (long)from_at, -1, (long)to_at, (long)size, flags});
}

/* A lock that a file has, by flock or fcntl's F_OFD_SETLKW: who cannot have it tries again. */
static long lock(struct dr_use u, long call, long what, long more, int wait)
{
	struct dr_description *d = dr_description_of(u.call.held.number);
	if (d)
		d->held = 1;
	for (;;) {
		struct dr_held held = u.call.held;
		dr_use_begin(&u);
		long r = dr_kernel(call, held.number, what, more, 0, 0, 0);
		int again = d && wait && (r == -EWOULDBLOCK || r == -EACCES);
		u.call.held.apart = held.apart && !again;
		dr_use_end(&u, r >= 0, dr_digest((uint64_t)call, (uint64_t)what), (uint64_t)r);
		u.call.held = held;
		if (!again)
			return dr_result(r);
		dr_use_again(&u);
	}
}

DR_WAITING_WEAK(int, flock, int number, int what)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = USE("flock", 1, 0);
	int tries = dr_description_of(u.call.held.number) != NULL;
	return (int)lock(u, SYS_flock, tries ? what | LOCK_NB : what, 0, !(what & LOCK_NB));
}

/* F_SETLK and similar locks belong to the process: they have no effect between its threads. */
DR_WAITING_WEAK(int, fcntl, int number, int what, long argument)
{
	uint64_t spin = dr_spin_fingerprint();
	if (!dr_self)
		return (int)dr_result(dr_kernel(SYS_fcntl, number, what, argument, 0, 0, 0));
	if (what == F_DUPFD || what == F_DUPFD_CLOEXEC)
		return dr_duplicate(number, what, (int)argument, DR_SITE);
	if (what == F_GETFD || what == F_SETFD) { /* flags of the number, which no duplicate has */
		dr_number_look("fcntl", number, DR_SITE, spin);
		return (int)dr_result(dr_kernel(SYS_fcntl, number, what, argument, 0, 0, 0));
	}
	struct dr_use u = {.call = dr_file_call("fcntl", number, DR_SITE, spin)};
	struct dr_description *d = dr_description_of(u.call.held.number);
	if (d && (what == F_OFD_SETLK || what == F_OFD_SETLKW))
		return (int)lock(dr_use_of_call(u.call, 1, 0), SYS_fcntl, F_OFD_SETLK, argument, what == F_OFD_SETLKW);
	if (d && (what == F_SETFL || what == F_GETFL)) /* duplicates share these flags, as they share the offset */
		dr_use_of(&u, d->offset, what == F_SETFL, what == F_SETFL);
	return (int)simple(&u, SYS_fcntl, what, argument, 0);
}

ALSO(pread, pread64);
ALSO(pwrite, pwrite64);
ALSO(preadv, preadv64);
ALSO(pwritev, pwritev64);
ALSO(preadv2, preadv64v2);
ALSO(pwritev2, pwritev64v2);
ALSO(lseek, lseek64);
ALSO(ftruncate, ftruncate64);
ALSO(fallocate, fallocate64);
ALSO(posix_fallocate, posix_fallocate64);
ALSO(fstat, fstat64);
ALSO(sendfile, sendfile64);
ALSO(fcntl, fcntl64);
