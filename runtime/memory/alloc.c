/*
 * The allocator of the checked program. An object is named by its address, so the address must not depend on
 * the schedule: each thread carves blocks from its own arena, one after the other, at a place fixed by its
 * number. Freed memory is not handed out again in the run, so a use after free is seen, and fresh memory is
 * zero without being written. Around every block there is memory that is nobody's.
 *
 * Works from the first instruction of libc's start: it needs nothing but mmap.
 */
#include "memory/heap.h"
#include "server/modules.h"
#include "memory/plain.h"
#include "memory/shadow.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ALIGNMENT 16ul

/* The mark depends on the address, so that a stray pointer is hardly taken for a block. */
#define LIVE 0x5ca1ab1eu
#define FREED 0xdeadb10cu

DR_HOT int8_t *dr_heap_map;
DR_HOT uint64_t dr_heap_live;
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
	return dr_heap_map != NULL;
}

void dr_heap_open(void)
{
	if (!has_map())
		dr_fatal("cannot map the map of the heap");
}

static struct dr_arena *own_arena(void)
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

static int8_t *map_at(uint64_t address)
{
	return dr_heap_map + (address - DR_ARENAS_BASE) / DR_HEAP_GRANULE;
}

/* The header of the next block is a gap as well: more is needed behind large blocks, whose elements may be large. */
static uint64_t gap_after(uint64_t size)
{
	uint64_t gap = size <= 64 ? 0 : size / 4 & -ALIGNMENT;
	return gap < 2048 ? gap : 2048;
}

static uint32_t mark(uint64_t block, uint32_t state)
{
	return state ^ (uint32_t)(block / ALIGNMENT);
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
	struct dr_arena *a = own_arena();
	if (!a || alignment > 1ul << 30 || size > a->end - a->next)
		goto full;
	uint64_t block = (a->next + sizeof(struct dr_block) + alignment - 1) & -alignment;
	uint64_t taken = (size + (size == 0) + ALIGNMENT - 1) & -ALIGNMENT, gap = gap_after(size);
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
	dr_heap_live += dr_block_of(block)->allocated != 0;
	a->last = block;
	a->next = block + taken + gap;
	if (block - from > 4096) /* a large alignment */
		from = block - 4096;
	dr_raw_memset(map_at(from), DR_HEAP_GAP, (block - from) / DR_HEAP_GRANULE);
	if (size % ALIGNMENT || size == 0)
		*map_at(block + taken - 1) = size ? (int8_t)(size % ALIGNMENT) : DR_HEAP_GAP;
	dr_raw_memset(map_at(block + taken), DR_HEAP_GAP, gap / DR_HEAP_GRANULE);
	return (void *)block;
full:
	errno = ENOMEM;
	return NULL;
}

/* What the loader keeps of libraries and of threads' data in them is read and written unannounced, under a lock of its
 * own: to the program it is as memory from before main. */
static struct dr_thread *quietly(const void *site)
{
	struct dr_thread *self = dr_self;
	if (self && dr_is_loader((uint64_t)site))
		dr_self = NULL;
	return self;
}

static void *allocate(size_t alignment, size_t size, const void *site)
{
	struct dr_thread *self = quietly(site);
	void *block = dr_allocate(alignment, size, DR_MALLOC, site);
	dr_self = self;
	return block;
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
	return address - DR_ARENAS_BASE < DR_ARENAS_SIZE && address % ALIGNMENT == 0 &&
	       dr_block_before(address) == address;
}

/* The same for most pointers, at once. */
static int is_live(uint64_t address)
{
	if (address - DR_ARENAS_BASE >= DR_ARENAS_SIZE || address % ALIGNMENT)
		return 0;
	const struct dr_arena *a = &dr_arenas[(address - DR_ARENAS_BASE) >> DR_ARENA_SHIFT];
	return address <= a->last && address > a->end - (1ul << DR_ARENA_SHIFT) && dr_block_live(dr_block_of(address));
}

/* Is it a live block? If not, says so: then the run stops, or, outside a run, nothing is done. */
static int check_live(void *block, const char *call, const void *site)
{
	uint64_t address = (uint64_t)block;
	if (is_live(address))
		return 1;
	if (!dr_self)
		return 0;
	if (is_block(address) && dr_block_dead(dr_block_of(address))) {
		/* Where it is promoted, the scheduler sees from the events which of the two was second. */
		if (dr_shadow_promoted(address)) {
			dr_plain_range(block, dr_block_of(address)->size, DR_FREES, site);
			return 0;
		}
		dr_plain_touch(dr_self, address, dr_block_of(address)->size, DR_WRITES);
	}
	dr_heap_bad_pointer(address, call, site);
	return 0;
}

/* To free is to write every byte: an access by another thread that is not ordered with it is a race. */
static void release(void *block, const void *site)
{
	struct dr_block *b = dr_block_of((uint64_t)block);
	dr_plain_range(block, b->size, DR_FREES, site);
	dr_changed();
	b->mark = mark((uint64_t)block, FREED);
	dr_heap_live -= b->allocated != 0;
	b->freed = stack_at(site);
	b->freer = dr_self ? dr_self->number : 0;
	if (b->size == 0)
		return;
	dr_raw_memset(map_at((uint64_t)block), -DR_HEAP_GRANULE, b->size / ALIGNMENT);
	if (b->size % ALIGNMENT)
		*map_at((uint64_t)block + b->size) = -(int8_t)(b->size % ALIGNMENT);
}

void dr_deallocate(void *block, size_t size, enum dr_allocator how, const void *site)
{
	static const char *const call[] = {"free", "delete", "delete[]"};
	if (!block || !check_live(block, call[how], site))
		return;
	struct dr_block *b = dr_block_of((uint64_t)block);
	if (dr_self && b->how != how)
		dr_heap_mismatch((uint64_t)block, how, site);
	if (dr_self && size && b->size != size)
		dr_heap_wrong_size((uint64_t)block, size, site);
	release(block, site);
}

int dr_heap_freed(uint64_t address)
{
	int8_t m = *map_at(address);
	return m < 0 && m >= -DR_HEAP_GRANULE && (int)(address % DR_HEAP_GRANULE) < -m;
}

static int forbidden(uint64_t address)
{
	int8_t m = *map_at(address);
	if (m)
		return m < 0 || (int)(address % DR_HEAP_GRANULE) >= m;
	const struct dr_arena *a = &dr_arenas[(address - DR_ARENAS_BASE) >> DR_ARENA_SHIFT];
	return a->end && address >= a->next; /* an arena that is not in use is not mapped either */
}

/* So many granules, one word of the map, are looked at together. */
#define STRIDE (8ul * DR_HEAP_GRANULE)

/* May all of the stride at `a` be touched? Not always said of one that may. */
static int stride_is_free(uint64_t a)
{
	const struct dr_arena *arena = &dr_arenas[(a - DR_ARENAS_BASE) >> DR_ARENA_SHIFT];
	return a + STRIDE <= arena->next && *(const uint64_t *)map_at(a) == 0;
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
		/* The last byte of the granule that is touched tells of the others. */
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

DR_EXPORT void *malloc(size_t size)
{
	return allocate(ALIGNMENT, size, DR_SITE);
}

DR_EXPORT void *calloc(size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total)) {
		errno = ENOMEM;
		return NULL;
	}
	void *block = allocate(ALIGNMENT, total, DR_SITE);
	if (block && total &&
		!dr_is_loader((uint64_t)
				DR_SITE)) /* the zeros are already there, but they are written now as far as races go */
		dr_plain_range(block, total, 1, DR_SITE);
	return block;
}

DR_EXPORT void free(void *block)
{
	struct dr_thread *self = quietly(DR_SITE);
	dr_deallocate(block, 0, DR_MALLOC, DR_SITE);
	dr_self = self;
}

/* Always moves, so that old pointers into the block are found. */
static void *resize(void *block, size_t size, const void *site)
{
	if (!block)
		return allocate(ALIGNMENT, size, site);
	if (!check_live(block, "realloc", site))
		return NULL;
	if (size == 0) { /* as glibc does */
		dr_deallocate(block, 0, DR_MALLOC, site);
		return NULL;
	}
	void *fresh = allocate(ALIGNMENT, size, site);
	if (!fresh)
		return NULL;
	size_t old = dr_block_of((uint64_t)block)->size, kept = old < size ? old : size;
	dr_plain_range(block, kept, 0, site);
	dr_plain_range(fresh, kept, 1, site);
	dr_copy(fresh, block, kept);
	dr_deallocate(block, 0, DR_MALLOC, site);
	return fresh;
}

DR_EXPORT void *realloc(void *block, size_t size)
{
	struct dr_thread *self = quietly(DR_SITE);
	void *fresh = resize(block, size, DR_SITE);
	dr_self = self;
	return fresh;
}

DR_EXPORT void *reallocarray(void *block, size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total)) {
		errno = ENOMEM;
		return NULL;
	}
	return resize(block, total, DR_SITE);
}

DR_EXPORT void cfree(void *block)
{
	dr_deallocate(block, 0, DR_MALLOC, DR_SITE);
}

DR_EXPORT size_t malloc_usable_size(void *block)
{
	return block && check_live(block, "malloc_usable_size", DR_SITE) ? dr_block_of((uint64_t)block)->size : 0;
}
