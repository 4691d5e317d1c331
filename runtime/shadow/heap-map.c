/*
 * The heap's memory and its map: one arena for each thread, and which bytes of the arenas the program must not access.
 * alloc.c changes both through the functions below; plain.c and atomic.c read the map at every access.
 */
#include "shadow/heap-map.h"
#include "core/internal.h"

#include <sys/mman.h>

DR_HOT int8_t *dr_heap_map;
DR_HOT uint8_t *dr_heap_written;
struct dr_arena dr_arenas[DR_ARENA_COUNT];

/* Private memory: fork copies it with the rest. Huge pages would make the first touch of an arena cost 100 us. */
static void *reserve(uint64_t address, size_t size)
{
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (address ? MAP_FIXED_NOREPLACE : 0);
	void *p = mmap((void *)address, size, PROT_READ | PROT_WRITE, flags, -1, 0);
	if (p == MAP_FAILED)
		return NULL;
	madvise(p, size, MADV_NOHUGEPAGE);
	return p;
}

static int has_map(void)
{
	if (!dr_heap_map)
		dr_heap_map = reserve(0, DR_ARENAS_SIZE / DR_HEAP_GRANULE + DR_HEAP_GRANULE);
	if (!dr_heap_written)
		dr_heap_written = reserve(0, DR_ARENAS_SIZE / 8 + DR_HEAP_GRANULE);
	return dr_heap_map && dr_heap_written;
}

void dr_heap_open(void)
{
	/* main's arena too: a run that maps memory cannot be rolled back. */
	if (!has_map() || !dr_arena_own())
		dr_fatal("cannot map the heap");
}

struct dr_arena *dr_arena_own(void)
{
	unsigned number = dr_arena;
	if (number >= DR_ARENA_COUNT)
		return NULL;
	struct dr_arena *a = &dr_arenas[number];
	if (a->end)
		return a;
	if (!has_map())
		return NULL;
	uint64_t base = DR_ARENAS_BASE + ((uint64_t)number << DR_ARENA_SHIFT);
	if (!reserve(base, 1ul << DR_ARENA_SHIFT))
		return NULL;
	a->next = base;
	a->end = base + (1ul << DR_ARENA_SHIFT);
	return a;
}

int dr_heap_freed(uint64_t address)
{
	int8_t m = *dr_heap_map_at(address);
	return m < 0 && m >= -DR_HEAP_GRANULE && (int)(address % DR_HEAP_GRANULE) < -m;
}

static int forbidden(uint64_t address)
{
	int8_t m = *dr_heap_map_at(address);
	if (m)
		return m < 0 || (int)(address % DR_HEAP_GRANULE) >= m;
	const struct dr_arena *a = &dr_arenas[(address - DR_ARENAS_BASE) >> DR_ARENA_SHIFT];
	return a->end && address >= a->next; /* an arena that is not in use is not mapped */
}

/* The bytes whose granules share one word of the map, which is read at once. */
#define STRIDE (8ul * DR_HEAP_GRANULE)

/* May all bytes of the stride at `a` be accessed? The answer may be 0 where they may. */
static int stride_is_free(uint64_t a)
{
	const struct dr_arena *arena = &dr_arenas[(a - DR_ARENAS_BASE) >> DR_ARENA_SHIFT];
	return a + STRIDE <= arena->next && *(const uint64_t *)dr_heap_map_at(a) == 0;
}

uint64_t dr_heap_first_forbidden(uint64_t address, size_t size)
{
	for (uint64_t a = address, end = address + size; a < end;) {
		if (a - DR_ARENAS_BASE >= DR_ARENAS_SIZE)
			return 0;
		if (a % STRIDE == 0 && end - a >= STRIDE && stride_is_free(a)) {
			a += STRIDE;
			continue;
		}
		if (forbidden(a))
			return a;
		/* The entry of a granule describes its first bytes, so the last accessed byte decides. */
		uint64_t last = (a | (DR_HEAP_GRANULE - 1)) < end - 1 ? a | (DR_HEAP_GRANULE - 1) : end - 1;
		if (forbidden(last)) {
			while (!forbidden(a))
				a++;
			return a;
		}
		a = last + 1;
	}
	return 0;
}

int dr_heap_forbids_some(uint64_t address, size_t size)
{
	return dr_heap_first_forbidden(address, size) != 0;
}
