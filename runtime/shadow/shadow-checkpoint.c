/*
 * The shadow as bytes (shadow-checkpoint.h): pieces { u64 offset, u64 size, bytes } of struct dr_shadow, which holds no
 * addresses of its own. Included are the used entries of its tables, and the pages of cells that were written
 * (shadow.h).
 */
#include "shadow/shadow-checkpoint.h"
#include "core/internal.h"
#include "prim/copy.h"
#include "shadow/shadow.h"

#include <sys/mman.h>

#define MAX_FRAME 0x7ffffff0ul /* the most bytes of a frame */

struct piece {
	uint64_t offset, size;
};

/* Calls `visit` for every piece. */
static void pieces(void (*visit)(struct piece p, void *to), void *to)
{
	visit((struct piece){0, offsetof(struct dr_shadow, granule)}, to);
	visit((struct piece){offsetof(struct dr_shadow, granule),
		      (dr_shadow->granules_used + 1ul) * sizeof(struct dr_granule)},
		to);
	visit((struct piece){offsetof(struct dr_shadow, record),
		      (dr_shadow->records_used + 1ul) * sizeof(struct dr_record)},
		to);
	for (uint64_t slot = 1; slot <= dr_shadow->regions_used; slot++)
		for (uint64_t page = 0; page < DR_REGION_PAGES; page++)
			if (dr_shadow->page[slot][page / 64] >> page % 64 & 1)
				visit((struct piece){offsetof(struct dr_shadow, cell) +
							     (slot * DR_REGION_PAGES + page) * DR_PAGE,
					      DR_PAGE},
					to);
}

static void measure(struct piece p, void *to)
{
	*(size_t *)to += sizeof p + p.size;
}

static void write_piece(struct piece p, void *to)
{
	uint8_t **at = to;
	dr_copy(*at, &p, sizeof p);
	dr_copy(*at + sizeof p, (uint8_t *)dr_shadow + p.offset, p.size);
	*at += sizeof p + p.size;
}

void *dr_shadow_save(size_t *size)
{
	*size = 0;
	pieces(measure, size);
	if (*size > MAX_FRAME)
		return NULL;
	void *kept = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (kept == MAP_FAILED)
		return NULL;
	uint8_t *at = kept;
	pieces(write_piece, &at);
	return kept;
}

static int put(struct dr_shadow *to, const void *kept, size_t size)
{
	const uint64_t cells = offsetof(struct dr_shadow, cell);
	for (const uint8_t *at = kept, *end = at + size; at < end;) {
		struct piece p;
		if ((size_t)(end - at) < sizeof p)
			return 0;
		dr_copy(&p, at, sizeof p);
		at += sizeof p;
		if (p.size > (size_t)(end - at) || p.offset > sizeof *to || p.size > sizeof *to - p.offset)
			return 0;
		dr_copy((uint8_t *)to + p.offset, at, p.size);
		at += p.size;
		if (p.offset >= cells) {
			uint64_t page = (p.offset - cells) / DR_PAGE;
			to->page[page / DR_REGION_PAGES][page % DR_REGION_PAGES / 64] |= 1ul << page % 64;
		}
	}
	return 1;
}

static void clear(struct piece p, void *to)
{
	(void)to;
	const uint64_t cells = offsetof(struct dr_shadow, cell);
	if (p.offset == 0) /* `pieces` still counts by it */
		return;
	dr_raw_memset((uint8_t *)dr_shadow + p.offset, 0, p.size);
	if (p.offset >= cells) {
		uint64_t page = (p.offset - cells) / DR_PAGE;
		dr_shadow->page[page / DR_REGION_PAGES][page % DR_REGION_PAGES / 64] &= ~(1ul << page % 64);
	}
}

int dr_shadow_restore(const void *kept, size_t size)
{
	pieces(clear, NULL);
	dr_raw_memset(dr_shadow, 0, offsetof(struct dr_shadow, granule));
	dr_shadow_begin();
	for (unsigned i = 0; i < DR_THREADS; i++)
		dr_thread[i].context.tag = 0; /* the number of a context that is forgotten */
	return put(dr_shadow, kept, size);
}

/* The number in this shadow of a context of the other one. */
static uint16_t context_here(const struct dr_shadow *other, uint16_t number)
{
	return number == dr_context_forgotten() ? number : dr_context_number(other->context[number]);
}

static void touch(uint16_t context, uint64_t base, uint8_t bounds, const struct dr_record *r)
{
	if (r->allocated)
		dr_shadow_touch_in(context, base, r->allocated, 0, DR_ACCESS_ALLOCATE);
	if (r->ended)
		dr_shadow_touch_in(context, base, r->ended, bounds, DR_ACCESS_END);
	const uint8_t bytes[] = {[DR_ACCESS_READ] = r->read, [DR_ACCESS_WRITE] = r->written};
	for (enum dr_access kind = DR_ACCESS_READ; kind <= DR_ACCESS_WRITE; kind++)
		if (bytes[kind])
			dr_shadow_touch_in(context, base, bytes[kind], bounds, kind);
}

static void touch_atomically(uint16_t context, uint64_t base, uint8_t starts, const struct dr_record *r)
{
	if (r->loaded)
		dr_shadow_touch_in(context, base, r->loaded, starts & r->loaded, DR_ACCESS_LOAD);
	if (r->stored)
		dr_shadow_touch_in(context, base, r->stored, starts & r->stored, DR_ACCESS_STORE);
}

static void merge_cell(const struct dr_shadow *other, uint64_t base, uint64_t cell)
{
	if (!(cell & DR_CELL_LIST)) {
		struct dr_record r = {.read = (uint8_t)cell,
			.written = (uint8_t)(cell >> 8),
			.allocated = (uint8_t)(cell >> DR_CELL_ALLOCATED_SHIFT),
			.ended = (uint8_t)(cell >> DR_CELL_ENDED_SHIFT)};
		touch(context_here(other, (uint16_t)(cell >> DR_CELL_CONTEXT_SHIFT)), base, (uint8_t)(cell >> 16), &r);
		return;
	}
	const struct dr_granule *g = &other->granule[(uint32_t)cell];
	for (uint32_t i = g->records; i; i = other->record[i].next) {
		const struct dr_record *r = &other->record[i];
		uint16_t context = context_here(other, r->context);
		touch(context, base, g->bounds, r);
		touch_atomically(context, base, g->starts, r);
	}
}

static void merge_page(const struct dr_shadow *other, uint64_t slot, uint64_t page, uint64_t base)
{
	const uint64_t *cell = &other->cell[slot][page * DR_PAGE / 8];
	for (uint64_t i = 0; i < DR_PAGE / 8; i++)
		if (cell[i])
			merge_cell(other, base + i * 8, cell[i]);
}

static void merge_stacks(const struct dr_shadow *other)
{
	for (unsigned t = 0; t < DR_STACK_USES; t++) {
		const struct dr_stack_use *theirs = &other->stack_use[t];
		struct dr_stack_use *mine = &dr_shadow->stack_use[t];
		if (theirs->high == 0)
			continue;
		if (mine->high == 0 || theirs->low < mine->low)
			mine->low = theirs->low;
		if (theirs->high > mine->high)
			mine->high = theirs->high;
	}
}

int dr_shadow_merge(const void *kept, size_t size)
{
	struct dr_shadow *other =
		mmap(NULL, sizeof *other, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (other == MAP_FAILED)
		dr_fatal("cannot map the shadow of another server");
	int sense = put(other, kept, size);
	dr_shadow->conflict_count = 0;
	dr_shadow_recording = 1;
	for (uint64_t region = 0; sense && region < DR_REGIONS; region++)
		for (uint64_t slot = other->region[region], page = 0; slot && page < DR_REGION_PAGES; page++)
			if (other->page[slot][page / 64] >> page % 64 & 1)
				merge_page(other, slot, page, (region << DR_REGION_SHIFT) + page * DR_PAGE);
	dr_shadow_recording = 0;
	if (sense)
		merge_stacks(other);
	munmap(other, sizeof *other);
	return sense;
}
