/*
 * Files that the program maps into its memory (mmap, in mmap.c): one byte of a file may have several addresses.
 *
 * On Linux a MAP_PRIVATE mapping that is never writable shows the file's contents like a shared one (POSIX leaves that
 * unspecified). A writable one has pages of its own where the program has written. drista does not track these, so a
 * change of the file meanwhile is unsupported.
 */
#ifndef DRISTA_MAPPED_H
#define DRISTA_MAPPED_H

#include "memory/aliases.h"

struct dr_channel;

struct dr_mapping {
	uint64_t from, to, device, inode, offset; /* in the file */
	uint64_t first; /* the first address of its first byte */
	struct dr_channel *file; /* the cell of its contents */
	uint8_t used, lent; /* lent: it is the first address of other mappings */
	uint8_t private, writes, copies; /* MAP_PRIVATE; PROT_WRITE; both */
};

/* The first address of the byte that is mapped at this address. */
uint64_t dr_mapped_first(uint64_t address);

/* Records that the program has mapped a file. */
void dr_mapped_add(struct dr_mapping m, const void *site);
/* Records that it unmaps this memory. Returns 0 if parts of it are the first addresses of other mappings: these must
 * stay mapped. */
int dr_mapped_remove(uint64_t from, uint64_t to);
/* Records that it makes this memory writable. */
void dr_mapped_writable(uint64_t from, uint64_t to, const void *site);
/* Iterates over the mappings of files in the range: `last` is NULL at first. */
const struct dr_mapping *dr_mapped_next(const struct dr_mapping *last, uint64_t from, uint64_t to);

/* Announces that a call will read or write these bytes of the descriptor's file. A negative offset: at the descriptor's
 * own offset. */
void dr_mapped_access(int number, int64_t at, size_t size, int write, const void *site);
/* Announces that a call will set the size of the file. */
void dr_mapped_resize(int number, int64_t size, const void *site);

#endif
