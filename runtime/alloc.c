/*
 * The allocator of the checked program. An object is named by its address, so the address must not depend on
 * the schedule: each thread carves blocks from its own arena, one after the other, at a place fixed by its
 * number. Freed memory is not handed out again in the run, so a use after free is seen, and fresh memory is
 * zero without being written.
 *
 * Works from the first instruction of libc's start: it needs nothing but mmap.
 */
#include "heap.h"
#include "plain.h"
#include "shadow.h"
#include "internal.h"
#include "shadow.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>


#define ALIGNMENT 16ul

/* In front of every block. The mark depends on the address, so that a stray pointer is hardly taken for one. */
struct header {
	uint64_t size;
	uint64_t mark;
};
_Static_assert(sizeof(struct header) == DR_HEAP_GRANULE, "a header is one granule of the map");

#define LIVE 0x5ca1ab1e00000000ul
#define FREED 0xdeadb10c00000000ul

struct arena {
	uint64_t next, end;
};

uint8_t *dr_heap_map;
static struct arena arenas[DR_ARENA_COUNT];

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

static struct arena *own_arena(void)
{
	unsigned number = dr_arena;
	if (number >= DR_ARENA_COUNT)
		return NULL;
	struct arena *a = &arenas[number];
	if (a->end)
		return a;
	if (!dr_heap_map && !(dr_heap_map = reserve(0, DR_ARENAS_SIZE / DR_HEAP_GRANULE / 8)))
		return NULL;
	uint64_t base = DR_ARENAS_BASE + ((uint64_t)number << DR_ARENA_SHIFT);
	if (!reserve(base, 1ul << DR_ARENA_SHIFT))
		return NULL;
	a->next = base;
	a->end = base + (1ul << DR_ARENA_SHIFT);
	return a;
}

static void forbid(uint64_t address, size_t size)
{
	uint64_t g = (address - DR_ARENAS_BASE) / DR_HEAP_GRANULE;
	uint64_t end = g + (size + DR_HEAP_GRANULE - 1) / DR_HEAP_GRANULE;
	for (; g < end && g % 8; g++)
		dr_heap_map[g / 8] |= 1u << (g % 8);
	for (; g + 8 <= end; g += 8)
		dr_heap_map[g / 8] = 0xff;
	for (; g < end; g++)
		dr_heap_map[g / 8] |= 1u << (g % 8);
}

static struct header *header_of(void *block)
{
	return (struct header *)block - 1;
}

static uint64_t mark(void *block, uint64_t state)
{
	return state | (uint32_t)(uintptr_t)block;
}

static void *allocate(size_t alignment, size_t size)
{
	struct arena *a = own_arena();
	if (!a || alignment > 1ul << 30 || size > a->end - a->next)
		goto full;
	uint64_t block = (a->next + sizeof(struct header) + alignment - 1) & -alignment;
	uint64_t taken = (size + (size == 0) + ALIGNMENT - 1) & -ALIGNMENT;
	if (block > a->end || taken > a->end - block)
		goto full;
	a->next = block + taken;
	dr_changed();
	*header_of((void *)block) = (struct header){size, mark((void *)block, LIVE)};
	forbid(block - sizeof(struct header), sizeof(struct header));
	forbid(a->next, sizeof(struct header)); /* the next block's, but already now */
	return (void *)block;
full:
	errno = ENOMEM;
	return NULL;
}

/* Is it a live block? If not, says so: then the run stops, or, outside a run, nothing is done. */
static int check_live(void *block, const char *call, const void *site)
{
	uint64_t address = (uint64_t)block;
	int inside = 0;
	if (address - DR_ARENAS_BASE < DR_ARENAS_SIZE && address % ALIGNMENT == 0) {
		struct arena *a = &arenas[(address - DR_ARENAS_BASE) >> DR_ARENA_SHIFT];
		inside = a->end && address <= a->next && address > a->end - (1ul << DR_ARENA_SHIFT);
	}
	if (inside && header_of(block)->mark == mark(block, LIVE))
		return 1;
	if (!dr_self)
		return 0;
	if (inside && header_of(block)->mark == mark(block, FREED)) {
		/* Where it is promoted, the scheduler sees from the events which of the two was second. */
		if (dr_shadow_promoted(address)) {
			dr_plain_range(block, header_of(block)->size, DR_FREES, site);
			return 0;
		}
		dr_plain_touch(block, header_of(block)->size);
		dr_error(DR_MEMORY, address, site, "%s of memory that was freed before", call);
	} else {
		dr_error(DR_MEMORY, address, site, "%s of a pointer that malloc never returned, or the bytes before it were overwritten", call);
	}
	return 0;
}

/* To free is to write every byte: an access by another thread that is not ordered with it is a race. */
static void release(void *block, const void *site)
{
	struct header *h = header_of(block);
	dr_plain_range(block, h->size, DR_FREES, site);
	dr_changed();
	h->mark = mark(block, FREED);
	forbid((uint64_t)block, h->size + (h->size == 0));
}

/* Is the granule the header of a block, or of the next one that will be handed out? Otherwise, if forbidden, it was freed. */
static int is_header(uint64_t granule)
{
	struct header *h = (struct header *)granule;
	const struct arena *a = &arenas[(granule - DR_ARENAS_BASE) >> DR_ARENA_SHIFT];
	return granule >= a->next || h->mark == mark(h + 1, LIVE) || h->mark == mark(h + 1, FREED);
}

int dr_heap_freed(uint64_t address)
{
	return !is_header(address & -(uint64_t)DR_HEAP_GRANULE);
}

void dr_heap_misuse(uint64_t address, size_t size, int write, const void *site)
{
	const char *what = write ? "written" : "read";
	uint64_t g = address & -(uint64_t)DR_HEAP_GRANULE;
	if (!dr_heap_forbids(g, 1))
		g += DR_HEAP_GRANULE; /* the access runs into the next granule */
	if (is_header(g))
		dr_error(DR_MEMORY, address, site, "%zu bytes %s outside a block of the heap", size, what);
	else
		dr_error(DR_MEMORY, address, site, "%zu bytes %s after they were freed", size, what);
}

DR_EXPORT void *malloc(size_t size)
{
	return allocate(ALIGNMENT, size);
}

DR_EXPORT void *calloc(size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total)) {
		errno = ENOMEM;
		return NULL;
	}
	void *block = allocate(ALIGNMENT, total);
	if (block && total) /* the zeros are already there, but they are written now as far as races go */
		dr_plain_range(block, total, 1, DR_SITE);
	return block;
}

DR_EXPORT void free(void *block)
{
	if (block && check_live(block, "free", DR_SITE))
		release(block, DR_SITE);
}

/* Always moves, so that old pointers into the block are found. */
DR_EXPORT void *realloc(void *block, size_t size)
{
	const void *site = DR_SITE;
	if (!block)
		return allocate(ALIGNMENT, size);
	if (!check_live(block, "realloc", site))
		return NULL;
	if (size == 0) { /* as glibc does */
		release(block, site);
		return NULL;
	}
	void *fresh = allocate(ALIGNMENT, size);
	if (!fresh)
		return NULL;
	size_t kept = header_of(block)->size < size ? header_of(block)->size : size;
	dr_plain_range(block, kept, 0, site);
	dr_plain_range(fresh, kept, 1, site);
	dr_copy(fresh, block, kept);
	release(block, site);
	return fresh;
}

DR_EXPORT void *reallocarray(void *block, size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total)) {
		errno = ENOMEM;
		return NULL;
	}
	return realloc(block, total);
}

DR_EXPORT int posix_memalign(void **out, size_t alignment, size_t size)
{
	if (alignment < sizeof(void *) || (alignment & (alignment - 1)))
		return EINVAL;
	int saved = errno;
	void *block = allocate(alignment < ALIGNMENT ? ALIGNMENT : alignment, size);
	errno = saved;
	if (!block)
		return ENOMEM;
	*out = block;
	return 0;
}

DR_EXPORT void *memalign(size_t alignment, size_t size)
{
	size_t power = ALIGNMENT; /* glibc rounds up as well */
	while (power < alignment && power < 1ul << 31)
		power *= 2;
	return allocate(power, size);
}

DR_EXPORT void *aligned_alloc(size_t alignment, size_t size)
{
	return memalign(alignment, size);
}

DR_EXPORT void *valloc(size_t size)
{
	return allocate(4096, size);
}

DR_EXPORT void *pvalloc(size_t size)
{
	return allocate(4096, (size + 4095) & -4096ul);
}

DR_EXPORT void cfree(void *block)
{
	free(block);
}

DR_EXPORT size_t malloc_usable_size(void *block)
{
	return block && check_live(block, "malloc_usable_size", DR_SITE) ? header_of(block)->size : 0;
}
