/*
 * Calls on descriptors of regular files, and of other files outside channels such as named pipes: pread, lseek, fstat,
 * fcntl, flock, copy_file_range and so on. read and write are in transfer.c. Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "io/buffers.h"
#include "io/calls.h"
#include "pthread/cancel.h"
#include "io/descriptions.h"
#include "libc/enter.h"
#include "io/mapped.h"
#include "libc/scratch.h"
#include "io/file-table.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ONE(from, size) ((struct dr_buffers){&(struct iovec){(void *)(from), size}, 1})
#define USE(name, write, moves) dr_use_of_number(name, number, write, moves, DR_SITE, spin)

/* Makes the call, whose result is all that it returns, between dr_use_begin and dr_use_end. */
static long begun(struct dr_use *u, long call, long a, long b, long c, long d)
{
	long r = dr_kernel(call, a, b, c, d, 0, 0);
	dr_use_end(
		u, r >= 0, dr_mix(dr_mix(dr_mix((uint64_t)call, (uint64_t)b), (uint64_t)c), (uint64_t)r), (uint64_t)r);
	return dr_result(r);
}

static long simple(struct dr_use *u, long call, long a, long b, long c, long d)
{
	dr_use_begin(u);
	return begun(u, call, a, b, c, d);
}

static ssize_t read_at(struct dr_use u, struct dr_buffers b, off_t at)
{
	size_t room = DR_SCRATCH, size = dr_buffers_size(b);
	if (!dr_self)
		return dr_result(dr_kernel(SYS_preadv, u.call.file, (long)b.part, b.count, at, 0, 0));
	dr_cancel_point(u.call.spin, u.call.site);
	dr_use_begin(&u);
	void *made = dr_scratch(&room);
	if (size < room)
		room = size;
	dr_mapped_access(u.call.file, at, room, DR_READS, u.call.site);
	long n = dr_kernel(SYS_pread64, u.call.file, (long)made, (long)room, at, 0, 0);
	dr_use_end(&u, 0, 0, n < 0 ? (uint64_t)n : dr_mix_bytes(1, made, (size_t)n));
	if (n > 0)
		dr_buffers_fill(b, 0, made, (size_t)n, u.call.site);
	return dr_result(n);
}

static ssize_t write_at(struct dr_use u, struct dr_buffers b, off_t at)
{
	dr_cancel_point(u.call.spin, u.call.site);
	dr_buffers_read(b, u.call.site);
	dr_use_begin(&u);
	dr_mapped_access(u.call.file, at, dr_buffers_size(b), DR_WRITES, u.call.site);
	long n = dr_kernel(SYS_pwritev, u.call.file, (long)b.part, b.count, at, 0, 0);
	dr_use_end(&u, n > 0, dr_mix(dr_buffers_digest(b, n), (uint64_t)at), (uint64_t)n);
	return dr_result(n);
}

ENTER(ssize_t, pread, int number, void *to, size_t size, off_t at)
{
	uint64_t spin = dr_spin_fingerprint();
	return read_at(USE("pread", 0, 0), ONE(to, size), at);
}

ENTER(ssize_t, pwrite, int number, const void *from, size_t size, off_t at)
{
	uint64_t spin = dr_spin_fingerprint();
	return write_at(USE("pwrite", 1, 0), ONE(from, size), at);
}

ENTER(ssize_t, preadv, int number, const struct iovec *part, int parts, off_t at)
{
	uint64_t spin = dr_spin_fingerprint();
	return dr_buffers_wrong(part, parts) ? dr_result(-EINVAL)
					     : read_at(USE("preadv", 0, 0), (struct dr_buffers){part, parts}, at);
}

ENTER(ssize_t, pwritev, int number, const struct iovec *part, int parts, off_t at)
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

ENTER(ssize_t, preadv2, int number, const struct iovec *part, int parts, off_t at, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	if (dr_self && (!is_plain(flags) || dr_file_of(number)))
		dr_unsupported_at("preadv2 with these flags", DR_SITE);
	if (at == -1)
		return readv(number, part, parts);
	return dr_buffers_wrong(part, parts) ? dr_result(-EINVAL)
					     : read_at(USE("preadv2", 0, 0), (struct dr_buffers){part, parts}, at);
}

ENTER(ssize_t, pwritev2, int number, const struct iovec *part, int parts, off_t at, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	if (dr_self && (!is_plain(flags) || dr_file_of(number)))
		dr_unsupported_at("pwritev2 with these flags", DR_SITE);
	if (at == -1)
		return writev(number, part, parts);
	return dr_buffers_wrong(part, parts) ? dr_result(-EINVAL)
					     : write_at(USE("pwritev2", 1, 0), (struct dr_buffers){part, parts}, at);
}

ENTER(off_t, lseek, int number, off_t to, int from)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = USE("lseek", 0, 1);
	return simple(&u, SYS_lseek, number, to, from, 0);
}

ENTER(int, ftruncate, int number, off_t size)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = USE("ftruncate", 1, 0);
	dr_use_begin(&u);
	dr_mapped_resize(number, size, u.call.site);
	return (int)begun(&u, SYS_ftruncate, number, size, 0, 0);
}

/* fallocate, which may remove or move bytes. */
static long allocate(struct dr_use *u, int mode, off_t from, off_t size)
{
	dr_use_begin(u);
	dr_mapped_access(u->call.file, from < 0 ? 0 : from, mode & FALLOC_FL_COLLAPSE_RANGE ? SIZE_MAX : (size_t)size,
		DR_WRITES, u->call.site);
	return begun(u, SYS_fallocate, u->call.file, mode, from, size);
}

ENTER(int, fallocate, int number, int mode, off_t from, off_t size)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = USE("fallocate", 1, 0);
	return (int)allocate(&u, mode, from, size);
}

ENTER(int, posix_fallocate, int number, off_t from, off_t size)
{
	uint64_t spin = dr_spin_fingerprint();
	int saved = errno;
	struct dr_use u = USE("posix_fallocate", 1, 0);
	int error = allocate(&u, 0, from, size) < 0 ? errno : 0;
	errno = saved;
	return error;
}

ENTER(int, fchmod, int number, mode_t mode)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = USE("fchmod", 1, 0);
	return (int)simple(&u, SYS_fchmod, number, (long)mode, 0, 0);
}

ENTER(int, fstat, int number, struct stat *to)
{
	uint64_t spin = dr_spin_fingerprint();
	struct stat made;
	struct dr_use u = USE("fstat", 0, 0);
	dr_use_begin(&u);
	long r = dr_kernel(SYS_fstat, number, (long)&made, 0, 0, 0, 0);
	dr_use_end(&u, 0, 0, r < 0 ? (uint64_t)r : dr_mix(dr_mix((uint64_t)made.st_size, made.st_mode), made.st_nlink));
	if (r == 0) {
		dr_plain_range(to, sizeof *to, DR_WRITES, u.call.site);
		dr_copy(to, &made, sizeof made);
	}
	return (int)dr_result(r);
}

/* A copy from one file to another: the target and both offsets may change. */
static struct dr_use transfer(
	const char *name, int from, int to, int from_moves, int to_moves, const void *site, uint64_t spin)
{
	struct dr_use u = dr_use_of_number(name, to, 1, to_moves, site, spin);
	struct dr_description *d = dr_description_of(from);
	if (dr_file_of(from) || dr_file_of(to))
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
			return dr_mix(digest, (uint64_t)file);
		digest = dr_mix_bytes(digest, bytes, (size_t)n);
	}
	return digest;
}

/* The digest of a copy's effect includes the bytes that it writes, and where: copies from different files with equal
 * histories of calls may write different contents. */
static ssize_t transferred(struct dr_use *u, int from, const off_t *from_at, int to, const off_t *to_at, size_t size,
	long call, const long *given)
{
	dr_use_begin(u);
	off_t source = from_at ? *from_at : (off_t)dr_position(from);
	uint64_t target = to_at ? (uint64_t)*to_at : dr_position(to);
	dr_mapped_access(from, from_at ? *from_at : -1, size, DR_READS, u->call.site);
	dr_mapped_access(to, to_at ? *to_at : -1, size, DR_WRITES, u->call.site);
	long r = dr_kernel(call, given[0], given[1], given[2], given[3], given[4], given[5]);
	uint64_t effect = r > 0 ? dr_mix(digest_at(from, source, r), target) : 0;
	dr_use_end(u, r > 0, effect, (uint64_t)r);
	return dr_result(r);
}

ENTER(ssize_t, sendfile, int to, int from, off_t *at, size_t size)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = transfer("sendfile", from, to, !at, 1, DR_SITE, spin);
	return transferred(&u, from, at, to, NULL, size, SYS_sendfile, (long[]){to, from, (long)at, (long)size, 0, 0});
}

ENTER(ssize_t, copy_file_range, int from, off_t *from_at, int to, off_t *to_at, size_t size, unsigned flags)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = transfer("copy_file_range", from, to, !from_at, !to_at, DR_SITE, spin);
	return transferred(&u, from, from_at, to, to_at, size, SYS_copy_file_range,
		(long[]){from, (long)from_at, to, (long)to_at, (long)size, flags});
}

ENTER(ssize_t, splice, int from, off_t *from_at, int to, off_t *to_at, size_t size, unsigned flags)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = transfer("splice", from, to, !from_at, !to_at, DR_SITE, spin);
	return transferred(&u, from, from_at, to, to_at, size, SYS_splice,
		(long[]){from, (long)from_at, to, (long)to_at, (long)size, flags});
}

/* A lock of an open file description (flock, fcntl with F_OFD_SETLKW): a thread that cannot get it tries again. */
static long lock(struct dr_use u, long call, long number, long what, long more, int wait)
{
	for (;;) {
		dr_use_begin(&u);
		long r = dr_kernel(call, number, what, more, 0, 0, 0);
		int again = wait && (r == -EWOULDBLOCK || r == -EACCES);
		dr_use_end(&u, r >= 0, dr_mix((uint64_t)call, (uint64_t)what), (uint64_t)r);
		if (!again)
			return dr_result(r);
		dr_use_again(&u);
	}
}

ENTER(int, flock, int number, int what)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = USE("flock", 1, 0);
	struct dr_description *d = dr_description_of(number);
	if (d)
		d->held = 1;
	return (int)(d ? lock(u, SYS_flock, number, what | LOCK_NB, 0, !(what & LOCK_NB))
		       : dr_result(dr_kernel(SYS_flock, number, what, 0, 0, 0, 0)));
}

/* F_SETLK and similar locks belong to the process: they have no effect between its threads. */
ENTER(int, fcntl, int number, int what, long argument)
{
	uint64_t spin = dr_spin_fingerprint();
	if (!dr_self)
		return (int)dr_result(dr_kernel(SYS_fcntl, number, what, argument, 0, 0, 0));
	if (what == F_DUPFD || what == F_DUPFD_CLOEXEC)
		return dr_duplicate(number, what, (int)argument);
	struct dr_description *d = dr_description_of(number);
	if (d && (what == F_OFD_SETLK || what == F_OFD_SETLKW)) {
		d->held = 1;
		return (int)lock(USE("fcntl", 1, 0), SYS_fcntl, number, F_OFD_SETLK, argument, what == F_OFD_SETLKW);
	}
	struct dr_use u = {.call = dr_file_call("fcntl", number, DR_SITE, spin)};
	if (d && (what == F_SETFL || what == F_GETFL)) /* duplicates share these flags, as they share the offset */
		dr_use_of(&u, d->offset, what == F_SETFL, what == F_SETFL);
	return (int)simple(&u, SYS_fcntl, number, what, argument, 0);
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
