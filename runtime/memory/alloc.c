/*
 * The allocator of the checked program. An object is identified by its address, so the address must not depend on the
 * schedule: each thread allocates blocks from its own arena, one after the other, at an address fixed by its number.
 * Freed memory is not reused in the run, so that a use after free is detected, and fresh memory is zero without being
 * written. Every block lies between bytes that belong to no block.
 *
 * It works from the first instruction of libc's start-up code, since it needs only mmap.
 */
#include "memory/blocks.h"
#include "thread-state/local-state.h"
#include "thread-state/private-memory.h"
#include "memory/births.h"
#include "shadow/heap-map.h"
#include "memory/plain.h"
#include "shadow/shadow.h"

#include <errno.h>

/* The mark depends on the block's address, so that a stray pointer is not mistaken for a block. */
#define LIVE 0x5ca1ab1eu
#define FREED 0xdeadb10cu

DR_HOT uint64_t dr_heap_live;

/* The bytes after a block that belong to none, besides the header of the next block: more behind large blocks, whose
 * elements may be large. */
static uint64_t gap_after(uint64_t size)
{
	uint64_t gap = size <= 64 ? 0 : size / 4 & -DR_HEAP_ALIGNMENT;
	return gap < 2048 ? gap : 2048;
}

static uint32_t mark(uint64_t block, uint32_t state)
{
	return state ^ (uint32_t)(block / DR_HEAP_ALIGNMENT);
}

int dr_block_live(const struct dr_block *b)
{
	return b->mark == mark((uint64_t)(b + 1), LIVE);
}
int dr_block_dead(const struct dr_block *b)
{
	return b->mark == mark((uint64_t)(b + 1), FREED);
}

static uint32_t stack_at(const void *site)
{
	return dr_self ? dr_stack_intern((uint64_t)site, dr_callstack(dr_self)) : 0;
}

void *dr_allocate(size_t alignment, size_t size, enum dr_allocator how, const void *site)
{
	struct dr_arena *a = dr_arena_own();
	if (!a || alignment > 1ul << 30 || size > a->end - a->next)
		goto full;
	uint64_t block = (a->next + sizeof(struct dr_block) + alignment - 1) & -alignment;
	uint64_t taken = (size + (size == 0) + DR_HEAP_ALIGNMENT - 1) & -DR_HEAP_ALIGNMENT, gap = gap_after(size);
	if (block > a->end || taken + gap > a->end - block)
		goto full;
	dr_changed();
	uint64_t from = a->next;
	*dr_block_of(block) = (struct dr_block){
		.size = size,
		.mark = mark(block, LIVE),
		.distance = a->last ? (uint32_t)((block - a->last) / DR_HEAP_GRANULE) : 0,
		.allocated = stack_at(site),
		.how = (uint8_t)how,
	};
	dr_local_call(DR_LOCAL_ALLOCATES + ((uint64_t)how << 32), block, size);
	dr_local_call(DR_LOCAL_ALLOCATES, (uint64_t)site, 0);
	dr_private_allocates(block);
	dr_heap_live += dr_block_of(block)->allocated != 0;
	a->last = block;
	a->next = block + taken + gap;
	if (block - from > 4096) /* a large alignment */
		from = block - 4096;
	dr_raw_memset(dr_heap_map_at(from), DR_HEAP_GAP, (block - from) / DR_HEAP_GRANULE);
	if (size % DR_HEAP_ALIGNMENT || size == 0)
		*dr_heap_map_at(block + taken - 1) = size ? (int8_t)(size % DR_HEAP_ALIGNMENT) : DR_HEAP_GAP;
	dr_raw_memset(dr_heap_map_at(block + taken), DR_HEAP_GAP, gap / DR_HEAP_GRANULE);
	dr_born((uint64_t)(a - dr_arenas), block, size);
	return (void *)block;
full:
	errno = ENOMEM;
	return NULL;
}

uint64_t dr_block_before(uint64_t address)
{
	uint64_t at = address - DR_ARENAS_BASE;
	uint64_t block = at < DR_ARENAS_SIZE ? dr_arenas[at >> DR_ARENA_SHIFT].last : 0;
	while (block > address) {
		uint64_t distance = dr_block_of(block)->distance * (uint64_t)DR_HEAP_GRANULE;
		block = distance ? block - distance : 0;
	}
	return block;
}

static int is_block(uint64_t address)
{
	return address - DR_ARENAS_BASE < DR_ARENAS_SIZE && address % DR_HEAP_ALIGNMENT == 0 &&
	       dr_block_before(address) == address;
}

/* A faster test that answers 1 for most live blocks. */
static int is_live(uint64_t address)
{
	if (address - DR_ARENAS_BASE >= DR_ARENAS_SIZE || address % DR_HEAP_ALIGNMENT)
		return 0;
	const struct dr_arena *a = &dr_arenas[(address - DR_ARENAS_BASE) >> DR_ARENA_SHIFT];
	return address <= a->last && address > a->end - (1ul << DR_ARENA_SHIFT) && dr_block_live(dr_block_of(address));
}

/* Is it a live block? If not, the run stops with an error; outside a run the function returns 0. */
int dr_block_check(void *block, const char *call, const void *site)
{
	uint64_t address = (uint64_t)block;
	if (is_live(address))
		return 1;
	if (!dr_self)
		return 0;
	if (is_block(address) && dr_block_dead(dr_block_of(address))) {
		/* Where the memory is promoted, the scheduler sees from the events which of the two frees was
		 * second. */
		if (dr_shadow_promoted(address)) {
			dr_plain_range(block, dr_block_of(address)->size, DR_FREES, site);
			return 0;
		}
		dr_plain_touch(dr_self, address, dr_block_of(address)->size, DR_WRITES);
	}
	dr_heap_bad_pointer(address, call, site);
	return 0;
}

void *dr_block_is_stream(void *file, const void *site)
{
	if (!is_live((uint64_t)file))
		return file;
	struct dr_block *b = dr_block_of((uint64_t)file);
	b->stream = 1;
	b->allocated = stack_at(site);
	return file;
}

void dr_block_freed_by(void *block, const void *site)
{
	if (is_live((uint64_t)block))
		dr_block_of((uint64_t)block)->freed = stack_at(site);
}

/* Freeing writes every byte: an access by another thread that is not ordered with it is a race. */
static void release(void *block, const void *site)
{
	struct dr_block *b = dr_block_of((uint64_t)block);
	uint32_t outer;
	if (b->freed)
		site = (const void *)dr_stack_entry(b->freed, &outer);
	else
		b->freed = stack_at(site);
	dr_plain_range(block, b->size, DR_FREES, site);
	dr_changed();
	dr_local_call(DR_LOCAL_FREES, (uint64_t)block, (uint64_t)site);
	dr_private_frees((uint64_t)block, b->size);
	b->mark = mark((uint64_t)block, FREED);
	dr_heap_live -= b->allocated != 0;
	b->freer = dr_self ? dr_self->number : 0;
	if (b->size == 0)
		return;
	dr_raw_memset(dr_heap_map_at((uint64_t)block), -DR_HEAP_GRANULE, b->size / DR_HEAP_ALIGNMENT);
	if (b->size % DR_HEAP_ALIGNMENT)
		*dr_heap_map_at((uint64_t)block + b->size) = -(int8_t)(b->size % DR_HEAP_ALIGNMENT);
}

void dr_deallocate(void *block, size_t size, enum dr_allocator how, const void *site)
{
	static const char *const call[] = {"free", "delete", "delete[]"};
	if (!block || !dr_block_check(block, call[how], site))
		return;
	struct dr_block *b = dr_block_of((uint64_t)block);
	if (dr_self && b->how != how)
		dr_heap_mismatch((uint64_t)block, how, site);
	if (dr_self && size && b->size != size)
		dr_heap_wrong_size((uint64_t)block, size, site);
	release(block, site);
}
