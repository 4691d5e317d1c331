/*
 * The shadow as bytes (keep.h): pieces { u64 offset, u64 size, bytes } of struct dr_shadow, which holds no addresses of its own.
 * Of its tables the entries in use; of the cells the pages that were written (shadow.h).
 */
#include "keep.h"
#include "internal.h"
#include "shadow.h"

#include <sys/mman.h>

#define MOST 0x7ffffff0ul /* bytes of a frame */

struct piece { uint64_t offset, size; };

/* Calls `visit` with every piece. */
static void pieces(void (*visit)(struct piece p, void *to), void *to)
{
	visit((struct piece){0, offsetof(struct dr_shadow, granule)}, to);
	visit((struct piece){offsetof(struct dr_shadow, granule), (dr_shadow->granules_used + 1ul) * sizeof(struct dr_granule)}, to);
	visit((struct piece){offsetof(struct dr_shadow, record), (dr_shadow->records_used + 1ul) * sizeof(struct dr_record)}, to);
	for (uint64_t slot = 1; slot <= dr_shadow->regions_used; slot++)
		for (uint64_t page = 0; page < DR_REGION_PAGES; page++)
			if (dr_shadow->page[slot][page / 64] >> page % 64 & 1)
				visit((struct piece){offsetof(struct dr_shadow, cell) + (slot * DR_REGION_PAGES + page) * DR_PAGE, DR_PAGE}, to);
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

void *dr_keep(size_t *size)
{
	*size = 0;
	pieces(measure, size);
	if (*size > MOST)
		return NULL;
	void *kept = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (kept == MAP_FAILED)
		return NULL;
	uint8_t *at = kept;
	pieces(write_piece, &at);
	return kept;
}

int dr_recall(const void *kept, size_t size)
{
	const uint64_t cells = offsetof(struct dr_shadow, cell);
	for (const uint8_t *at = kept, *end = at + size; at < end;) {
		struct piece p;
		if ((size_t)(end - at) < sizeof p)
			return 0;
		dr_copy(&p, at, sizeof p);
		at += sizeof p;
		if (p.size > (size_t)(end - at) || p.offset > sizeof *dr_shadow || p.size > sizeof *dr_shadow - p.offset)
			return 0;
		dr_copy((uint8_t *)dr_shadow + p.offset, at, p.size);
		at += p.size;
		if (p.offset >= cells)
			dr_shadow_written((p.offset - cells) / DR_PAGE / DR_REGION_PAGES, (p.offset - cells) / DR_PAGE % DR_REGION_PAGES);
	}
	return 1;
}
