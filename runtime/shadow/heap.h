/*
 * The heap's map of the bytes of the arenas that the program must not access: freed blocks, the headers in front of
 * blocks, gaps behind them, and memory that was never allocated. alloc.c and heap-map.c write it, plain.c and atomic.c
 * read it at every access.
 */
#ifndef DRISTA_HEAP_H
#define DRISTA_HEAP_H

#include <stddef.h>
#include <stdint.h>

/* One arena for each thread number, in a part of the address space that nothing else uses while ASLR is off. */
#define DR_ARENAS_BASE 0x100000000000ul /* 16 TiB */
#define DR_ARENA_SHIFT 35 /* 32 GiB each */
#define DR_ARENA_COUNT 1024
#define DR_ARENAS_SIZE ((uint64_t)DR_ARENA_COUNT << DR_ARENA_SHIFT)
#define DR_HEAP_GRANULE 16
#define DR_HEAP_ALIGNMENT 16ul /* of every block: that of max_align_t (C11 7.22.3p1) */

/*
 * The map has a number for each granule: 0: all its bytes may be accessed; k > 0: the first k; -k < 0: the first k were
 * freed (16: all); DR_HEAP_GAP: none belongs to a block. It is mapped before the first allocation, and before main.
 */
void dr_heap_open(void); /* maps it, if it is not there yet */
extern int8_t *dr_heap_map;
#define DR_HEAP_GAP (-128)

struct dr_arena {
	uint64_t next; /* memory from here on was never allocated; 0: the arena is not in use */
	uint64_t end;
	uint64_t last; /* the last block; 0: none */
};
extern uint64_t dr_heap_live; /* blocks that the run has allocated and not freed */
extern struct dr_arena dr_arenas[DR_ARENA_COUNT];

/* A bit for each byte of the arenas: has it been written since it was allocated? (births.h) */
extern uint8_t *dr_heap_written;
void dr_heap_write_range(uint64_t address, size_t size);
/* The same for a write of at most 8 bytes that lie in one granule of 8. */
static inline void dr_heap_write(uint64_t at, unsigned bits)
{
	dr_heap_written[at / 8] |= (uint8_t)bits;
}

/* Does the address lie in a block that was freed? */
int dr_heap_freed(uint64_t address);
/* Stops the run with the error of an access for which dr_heap_forbids returns 1. */
void dr_heap_misuse(uint64_t address, size_t size, int write, const void *site);

/* As dr_heap_forbids, for addresses in the arenas. */
int dr_heap_forbids_some(uint64_t address, size_t size);

/* Is an access to [address, address + size) an error? size <= 16: it touches two granules at most, so both ends are
 * checked. */
static inline int dr_heap_forbids(uint64_t address, size_t size)
{
	uint64_t at = address - DR_ARENAS_BASE;
	if (at >= DR_ARENAS_SIZE)
		return 0;
	if (__builtin_expect(dr_heap_map[at / DR_HEAP_GRANULE] | dr_heap_map[(at + size - 1) / DR_HEAP_GRANULE], 0) ||
		__builtin_expect(address + size > dr_arenas[at >> DR_ARENA_SHIFT].next, 0))
		return dr_heap_forbids_some(address, size);
	return 0;
}

/* The address of the first byte of the range, of any size, that must not be accessed; 0: none. */
uint64_t dr_heap_first_forbidden(uint64_t address, size_t size);

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
