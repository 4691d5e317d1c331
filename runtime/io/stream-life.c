/*
 * The lifetime of streams: fclose frees the FILE (C11 7.21.3p4: its value is indeterminate then). libc's own accesses
 * to it are not announced. So each call reads a word of it that stays the same until it is freed.
 */
#include "io/streams.h"
#include "memory/heap.h"

static int is_on_heap(uint64_t address)
{
	return address - DR_ARENAS_BASE < DR_ARENAS_SIZE;
}

void dr_stream_alive(FILE *file, const void *site)
{
	uint64_t word = (uint64_t)&file->_lock;
	if (!dr_self || !is_on_heap(word))
		return;
	dr_plain_range(&file->_lock, sizeof file->_lock, DR_READS, site);
	/* Where the word is promoted, its event tells whether this is a race. libc cannot go on in any case. */
	if (dr_heap_freed(word))
		dr_heap_misuse(word, sizeof file->_lock, DR_READS, site);
}

void dr_stream_still_alive(FILE *file, const void *site)
{
	uint64_t word = (uint64_t)&file->_lock;
	if (dr_self && is_on_heap(word) && dr_heap_freed(word))
		dr_stream_alive(file, site);
}
