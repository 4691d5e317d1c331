/* The program's buffers of one call (buffers.h). */
#include "prim/digest.h"
#include "io/buffers.h"
#include "io/cells.h"
#include "memory/plain.h"
#include "memory/scratch.h"
#include "symbolic/symbolic.h"

#include <limits.h>
#include <stdint.h>

int dr_buffers_wrong(const struct iovec *part, int count)
{
	size_t size = 0;
	if (count < 0 || count > IOV_MAX)
		return 1;
	for (int i = 0; i < count; i++)
		if (__builtin_add_overflow(size, part[i].iov_len, &size) || size > SSIZE_MAX)
			return 1;
	return 0;
}

size_t dr_buffers_size(struct dr_buffers b)
{
	size_t size = 0;
	for (int i = 0; i < b.count; i++)
		size += b.part[i].iov_len;
	return size;
}

void dr_buffers_read(struct dr_buffers b, const void *site)
{
	for (int i = 0; i < b.count; i++)
		dr_plain_range(b.part[i].iov_base, b.part[i].iov_len, DR_READS, site);
}

/* The next contiguous piece of the buffers from their byte `at` on, at most *size bytes; sets *size to its size. */
static void *next(struct dr_buffers b, size_t at, size_t *size)
{
	int i = 0;
	while (at >= b.part[i].iov_len)
		at -= b.part[i++].iov_len;
	if (*size > b.part[i].iov_len - at)
		*size = b.part[i].iov_len - at;
	return (char *)b.part[i].iov_base + at;
}

void dr_buffers_fill(struct dr_buffers b, size_t at, const void *from, size_t size, const void *site)
{
	for (size_t done = 0; done < size;) {
		size_t n = size - done;
		void *to = next(b, at + done, &n);
		dr_plain_range(to, n, DR_WRITES, site);
		dr_raw_memcpy(to, (const char *)from + done, n);
		dr_symbolic_move(to, (const char *)from + done, n);
		done += n;
	}
}

const void *dr_buffers_chunk(struct dr_buffers b, size_t at, size_t size)
{
	size_t n = size, room = DR_SCRATCH;
	if (!size)
		return "";
	void *from = next(b, at, &n);
	if (n == size)
		return from;
	char *to = dr_scratch(&room);
	for (size_t done = 0; done < size; done += n) {
		n = size - done;
		from = next(b, at + done, &n);
		dr_raw_memcpy(to + done, from, n);
	}
	return to;
}

uint64_t dr_buffers_digest(struct dr_buffers b, long size)
{
	uint64_t digest = 1;
	for (int i = 0; i < b.count && size > 0; i++) {
		size_t n = b.part[i].iov_len < (size_t)size ? b.part[i].iov_len : (size_t)size;
		digest = dr_digest_bytes(digest, b.part[i].iov_base, n);
		size -= (long)n;
	}
	return digest;
}
