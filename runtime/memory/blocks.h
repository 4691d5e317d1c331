/* The blocks of the heap, and errors of the heap. shadow/heap.h has the map of what may be accessed. */
#ifndef DRISTA_BLOCKS_H
#define DRISTA_BLOCKS_H

#include "shadow/heap.h"

extern uint64_t dr_heap_live; /* blocks that the run has allocated and not freed */
/* Stops the run with the error of an access for which dr_heap_forbids returns 1. */
void dr_heap_misuse(uint64_t address, size_t size, int write, const void *site);
/* Records that the bytes were written since they were allocated (births.h). */
void dr_heap_write_range(uint64_t address, size_t size);

/* The kinds of allocation functions, each with its own deallocation function (C++: [new.delete], [c.malloc]). */
enum dr_allocator { DR_MALLOC, DR_NEW, DR_NEW_ARRAY };
void *dr_allocate(size_t alignment, size_t size, enum dr_allocator how, const void *site);
/* Frees a block. `size`: the size that the program gives to a sized delete; 0: none. */
void dr_deallocate(void *block, size_t size, enum dr_allocator how, const void *site);

/* The header in front of every block. */
struct dr_block {
	uint64_t size;
	uint32_t mark; /* whether it is live or was freed: alloc.c */
	uint32_t distance; /* granules to the block before it in its arena; 0: it is the first */
	uint32_t allocated, freed; /* call stacks, as dr_stack_intern has them; 0: before main, not freed yet */
	uint16_t freer; /* the thread that freed it */
	uint8_t how; /* enum dr_allocator */
	uint8_t counted; /* an exception whose references are announced: exception.c */
	uint8_t stream; /* it is a FILE */
	uint8_t unused[3];
};
_Static_assert(sizeof(struct dr_block) == 2 * DR_HEAP_GRANULE, "a header is two granules of the map");

/* The header of the block that begins at the address. */
static inline struct dr_block *dr_block_of(uint64_t address)
{
	return (struct dr_block *)address - 1;
}
/* Records that the block is a FILE that libc has allocated for the call at the site. Returns the file. */
void *dr_block_is_stream(void *file, const void *site);
/* Records that the call at the site makes libc free the block, for reports. */
void dr_block_freed_by(void *block, const void *site);
/* Has the block been allocated and not freed; has it been freed? */
int dr_block_live(const struct dr_block *b);
int dr_block_dead(const struct dr_block *b);
/* Is it a live block? If not, the run stops with an error of the heap that names the call; outside a run the function
 * returns 0. */
int dr_block_check(void *block, const char *call, const void *site);
/* The address of the last block of the arena that begins at or before the address; 0: none. */
uint64_t dr_block_before(uint64_t address);

/* Errors of the heap (heap-errors.c); each stops the run. A pointer that cannot be freed or resized: */
void dr_heap_bad_pointer(uint64_t address, const char *call, const void *site);
void dr_heap_mismatch(uint64_t address, enum dr_allocator how, const void *site);
void dr_heap_bad_alignment(
	const char *call, size_t alignment, const char *what, const void *site); /* what it has to be */
void dr_heap_bad_size(size_t alignment, size_t size, const void *site); /* of aligned_alloc */
void dr_heap_wrong_size(uint64_t address, size_t size, const void *site); /* of a sized delete */
/* " that main allocated at {...}", with the place as the report expects it (docs/explanation/memory.md); the text is
 * cut to the room. */
void dr_block_origin(char *to, size_t room, uint64_t block);
/* The place alone; the block was allocated by the program. */
void dr_block_place(char *to, size_t room, uint64_t block);

#endif
