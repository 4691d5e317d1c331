/*
 * The heap's map: which 16-byte granules of the arenas the program must not touch (freed blocks, and the
 * headers in front of blocks). alloc.c writes it, plain.c and atomic.c ask it at every access.
 */
#ifndef DRISTA_HEAP_H
#define DRISTA_HEAP_H

#include <stddef.h>
#include <stdint.h>

/* One arena per thread, by number, in a part of the address space that nothing else uses without ASLR. */
#define DR_ARENAS_BASE 0x100000000000ul /* 16 TiB */
#define DR_ARENA_SHIFT 35               /* 32 GiB each */
#define DR_ARENA_COUNT 1024
#define DR_ARENAS_SIZE ((uint64_t)DR_ARENA_COUNT << DR_ARENA_SHIFT)
#define DR_HEAP_GRANULE 16

/* One bit per granule; mapped before the first block is handed out. */
extern uint8_t *dr_heap_map;

/* Does the address lie in a block that was freed? (Only where dr_heap_forbids.) */
int dr_heap_freed(uint64_t address);
/* Says what is wrong with an access that dr_heap_forbids. */
void dr_heap_misuse(uint64_t address, size_t size, int write, const void *site);

/* May [address, address + size) not be touched? (size <= 16: two granules at most, so look at both ends.) */
static inline int dr_heap_forbids(uint64_t address, size_t size)
{
	uint64_t first = (address - DR_ARENAS_BASE) / DR_HEAP_GRANULE;
	uint64_t last = (address + size - 1 - DR_ARENAS_BASE) / DR_HEAP_GRANULE;
	if (__builtin_expect(address - DR_ARENAS_BASE >= DR_ARENAS_SIZE || !dr_heap_map, 0))
		return 0;
	return ((dr_heap_map[first / 8] >> (first % 8)) | (dr_heap_map[last / 8] >> (last % 8))) & 1;
}

#endif
