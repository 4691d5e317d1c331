/* Files that the program maps into its memory (mmap, MAP_SHARED): one byte of a file may have several addresses. */
#ifndef DRISTA_MAPPED_H
#define DRISTA_MAPPED_H

#include "internal.h"

extern int dr_aliases; /* are there bytes of files with several addresses? */

/* The first of the addresses at which the byte of the file lies that lies at this address. */
uint64_t dr_alias_of(uint64_t address);
static inline uint64_t dr_alias(uint64_t address)
{
	return __builtin_expect(dr_aliases, 0) ? dr_alias_of(address) : address;
}

/* A call reads or writes these bytes of the descriptor's file, where that is mapped; a negative offset: where the
 * descriptor stands. */
void dr_mapped_access(int number, int64_t at, size_t size, int write, const void *site);

#endif
