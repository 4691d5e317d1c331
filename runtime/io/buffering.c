/*
 * The state of libc's stream buffers, and whether a call reaches the kernel (streams.h). The layout of FILE is glibc's
 * (bits/types/struct_FILE.h).
 */
#define DRISTA_DEFINES_KERNEL
#include "prim/digest.h"
#include "io/streams.h"

#include <fcntl.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Wide characters have a buffer of their own, which is not examined. */
static int is_wide(FILE *file)
{
	return file->_mode > 0;
}

/* Has the buffer bytes that are not written yet? */
static int is_pending(FILE *file)
{
	return is_wide(file) ? __fwriting(file) : __fpending(file) > 0;
}

/* The buffer's size. glibc allocates it at the first use, in the file's block size. */
static size_t buffer_size(FILE *file)
{
	struct stat s;
	size_t size = __fbufsize(file);
	if (size)
		return size;
	if (dr_kernel(SYS_fstat, dr_stream_number(file), (long)&s, 0, 0, 0, 0) < 0)
		return 0;
	return s.st_blksize > 0 && s.st_blksize < BUFSIZ ? (size_t)s.st_blksize : BUFSIZ;
}

/*
 * Will the bytes stay in the buffer? A stream that was read from begins its output in the middle of its buffer; a
 * line-buffered stream with a tiny buffer keeps nothing (glibc, fileops.c).
 */
static int keeps(FILE *file, const void *bytes, size_t size)
{
	size_t room = buffer_size(file);
	if (is_wide(file) || file->_IO_read_ptr != file->_IO_read_end)
		return 0;
	if (file->_IO_read_base != file->_IO_read_end && !__fwriting(file))
		return 0;
	if (__flbf(file) && (room < 128 || memchr(bytes, '\n', size)))
		return 0;
	return __fpending(file) + size < room;
}

enum dr_reach dr_stream_reach(FILE *file, const struct dr_stream_access *a)
{
	size_t left = (size_t)(file->_IO_read_end - file->_IO_read_ptr);
	if (a->act == DR_PUT)
		return keeps(file, a->bytes, a->size) ? DR_BUFFER : DR_WRITES_FILE;
	if (a->act == DR_PUT_WIDE)
		return DR_WRITES_FILE;
	if (a->act == DR_TELL)
		return DR_READS_FILE;
	if (is_pending(file))
		return DR_WRITES_FILE;
	if (a->act == DR_STATE || a->act == DR_FLUSH || a->act == DR_CLOSE)
		return DR_BUFFER;
	if (a->act == DR_SEEK || is_wide(file))
		return DR_READS_FILE;
	if (left >= a->size || (a->act == DR_LINE && left && memchr(file->_IO_read_ptr, a->end, left)))
		return DR_BUFFER;
	return DR_READS_FILE;
}

uint64_t dr_stream_ahead(FILE *file)
{
	return is_wide(file)
		       ? 0
		       : dr_digest_bytes(3, file->_IO_read_ptr, (size_t)(file->_IO_read_end - file->_IO_read_ptr));
}

uint64_t dr_stream_pending(FILE *file)
{
	if (!is_pending(file))
		return 0;
	uint64_t digest = is_wide(file) ? 2 : dr_digest_bytes(2, file->_IO_write_base, __fpending(file));
	return dr_digest(digest, dr_position(dr_stream_number(file))) | 1;
}
