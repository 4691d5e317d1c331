/*
 * Files that the program maps into its memory (mmap, in mmap.c): one byte of a file may have several addresses.
 *
 * A mapping that is MAP_PRIVATE and never writable is like a shared one, as far as Linux goes: it shows what the file
 * holds. POSIX leaves that open. One that is writable is memory of its own where the program has written, page by page;
 * that is not followed, and a change of the file meanwhile is refused.
 */
#ifndef DRISTA_MAPPED_H
#define DRISTA_MAPPED_H

#include "internal.h"

struct dr_channel;

struct dr_mapping {
	uint64_t from, to, device, inode, offset; /* in the file */
	uint64_t first; /* the first address of its first byte */
	struct dr_channel *file; /* the cell of its contents */
	uint8_t used, lent; /* lent: to aliases, whose first address it is */
	uint8_t private, writes, copies; /* MAP_PRIVATE; PROT_WRITE; both */
};

extern int dr_aliases; /* are there bytes of files with several addresses? */

/* The first of the addresses at which the byte of the file lies that lies at this address. */
uint64_t dr_alias_of(uint64_t address);
static inline uint64_t dr_alias(uint64_t address)
{
	return __builtin_expect(dr_aliases, 0) ? dr_alias_of(address) : address;
}

/* The program has mapped a file. */
void dr_mapped_add(struct dr_mapping m, const void *site);
/* It unmaps this memory. Returns 0 where pieces of it are the first address of others: they must stay. */
int dr_mapped_remove(uint64_t from, uint64_t to);
/* It gives itself the right to write there. */
void dr_mapped_writable(uint64_t from, uint64_t to, const void *site);
/* The mappings of files there, one after the other: `last` is NULL at first. */
const struct dr_mapping *dr_mapped_next(const struct dr_mapping *last, uint64_t from, uint64_t to);

/* A call is going to read or write these bytes of the descriptor's file; a negative offset: where the descriptor
 * stands. */
void dr_mapped_access(int number, int64_t at, size_t size, int write, const void *site);
/* It is going to give the file this size. */
void dr_mapped_resize(int number, int64_t size, const void *site);

#endif
