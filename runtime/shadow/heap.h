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
extern struct dr_arena dr_arenas[DR_ARENA_COUNT];

/* A bit for each byte of the arenas: has it been written since it was allocated? (births.h) */
extern uint8_t *dr_heap_written;
/* The same for a write of at most 8 bytes that lie in one granule of 8. */
static inline void dr_heap_write(uint64_t at, unsigned bits)
{
	dr_heap_written[at / 8] |= (uint8_t)bits;
}

/* Does the address lie in a block that was freed? */
int dr_heap_freed(uint64_t address);

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

#endif
