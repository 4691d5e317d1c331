/*
 * The program's buffers of one call, one or several (struct iovec). These functions announce the kernel's accesses to
 * them as plain accesses. For io/ only.
 */
#ifndef DRISTA_BUFFERS_H
#define DRISTA_BUFFERS_H

#include "core/internal.h"

#include <sys/uio.h>

struct dr_buffers {
	const struct iovec *part;
	int count;
};

/* Is the list of buffers invalid? Then the call fails with EINVAL (POSIX.1-2017 readv, writev). */
int dr_buffers_wrong(const struct iovec *part, int count);
size_t dr_buffers_size(struct dr_buffers b);
/* Announces that all of them will be read. */
void dr_buffers_read(struct dr_buffers b, const void *site);
/* Writes to them, from their byte `at` on. Expressions of the bytes move along. */
void dr_buffers_fill(struct dr_buffers b, size_t at, const void *from, size_t size, const void *site);
/* A pointer to `size` contiguous bytes of the buffers from byte `at` on: in the program's memory, or in a copy that is
 * valid until the next call. */
const void *dr_buffers_chunk(struct dr_buffers b, size_t at, size_t size);

/* A digest of their first `size` bytes; negative: of none. */
uint64_t dr_buffers_digest(struct dr_buffers b, long size);

#endif
