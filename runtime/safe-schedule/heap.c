/*
 * free and realloc of blocks that the loader has allocated before the hand-over: those are the runtime's
 * (shadow/heap.h), and libc's functions must not see them.
 */
#include "safe-schedule/enforce.h"
#include "memory/blocks.h"

#include <stdlib.h>
#include <string.h>

static int is_runtimes(const void *block)
{
	return (uint64_t)block - DR_ARENAS_BASE < DR_ARENAS_SIZE;
}

DR_VISIBLE void free(void *block)
{
	if (is_runtimes(block))
		return;
	DR_NEXT(void, free, void *);
	next(block);
}

DR_VISIBLE void *realloc(void *block, size_t size)
{
	DR_NEXT(void *, realloc, void *, size_t);
	if (!is_runtimes(block))
		return next(block, size);
	uint64_t before = dr_block_of((uint64_t)block)->size;
	void *fresh = malloc(size);
	if (fresh)
		memcpy(fresh, block, before < size ? before : size);
	return fresh;
}
