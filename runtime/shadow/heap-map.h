/*
 * Changes of the heap's map (heap-map.c) by the allocator (alloc.c). Every other file reads the map through heap.h.
 */
#ifndef DRISTA_HEAP_MAP_H
#define DRISTA_HEAP_MAP_H

#include "shadow/heap.h"

/* The arena of the thread that allocates now (dr_arena), mapped at its first use. NULL: there is no memory for it, or
 * the thread's number has none. */
struct dr_arena *dr_arena_own(void);

/* The map's entry for the granule that holds the address, which lies in an arena. */
static inline int8_t *dr_heap_map_at(uint64_t address)
{
	return dr_heap_map + (address - DR_ARENAS_BASE) / DR_HEAP_GRANULE;
}

#endif
