/*
 * The conflicts of a run in the form for the scheduler: ranges of bytes (atoms) such that no access begins or ends
 * inside one. This file turns the conflicting bytes of one granule into atoms and appends them to the table in the
 * shadow.
 */
#include "shadow/conflict.h"
#include "core/internal.h"

void dr_shadow_report(uint64_t address, uint32_t size, uint32_t flags)
{
	if (dr_shadow->conflict_count < DR_CONFLICTS)
		dr_shadow->conflicts[dr_shadow->conflict_count++] = (struct dr_atom){address, size, flags};
}

int dr_conflicts_full(void)
{
	return dr_shadow->conflict_count + 32 > DR_CONFLICTS; /* a later run finds the rest */
}

static uint8_t atomic_bytes(const struct dr_granule *g)
{
	uint8_t bytes = 0;
	for (uint32_t i = g->records; i; i = dr_shadow->record[i].next)
		bytes |= dr_shadow->record[i].loaded | dr_shadow->record[i].stored;
	return bytes;
}

/* Reports the whole of the atomic location that has the byte `at`, which may reach into a neighbouring granule. */
static void report_location(uint64_t base, struct dr_granule *g, unsigned at)
{
	struct dr_granule *low = g, *high = g;
	uint64_t from = base + at, to = base + at + 1;
	while (from > base && !(g->starts >> (from - base) & 1))
		from--;
	if (from == base && !(g->starts & 1) && (low = dr_shadow_granule(base - 8)))
		from = base - 8;
	else
		low = g;
	uint8_t bytes = atomic_bytes(g);
	while (to < base + 8 && !(g->starts >> (to - base) & 1) && (bytes >> (to - base) & 1))
		to++;
	if (to == base + 8 && (high = dr_shadow_granule(to)) && (atomic_bytes(high) & 1) && !(high->starts & 1))
		to = base + 16;
	else
		high = g;
	dr_shadow_report(from, (uint32_t)(to - from), DR_MIXED);
	if (low != g)
		low->mixed = low->reported = 0xff;
	if (high != g)
		high->mixed = high->reported = 0xff;
	for (uint64_t a = from; a < to; a++)
		if (a >= base && a < base + 8) {
			g->mixed |= (uint8_t)(1u << (a - base));
			g->reported |= (uint8_t)(1u << (a - base));
		}
}

/* Reports the runs of bytes in `bytes`, cut at `bounds`. */
static void report_plain(uint64_t base, uint8_t bytes, uint8_t bounds)
{
	for (unsigned from = 0; from < 8;) {
		unsigned to = from + 1;
		if (bytes >> from & 1) {
			while (to < 8 && (bytes >> to & 1) && !(bounds >> to & 1))
				to++;
			dr_shadow_report(base + from, to - from, 0);
		}
		from = to;
	}
}

/* The bytes of `reported` whose atom has one of the new bounds inside. */
static uint8_t cut_atoms(uint8_t reported, uint8_t old_bounds, uint8_t new_bounds)
{
	uint8_t cut = 0;
	for (unsigned from = 0; from < 8;) {
		unsigned to = from + 1;
		uint8_t atom = (uint8_t)(1u << from);
		while (to < 8 && (reported >> to & 1) && !(old_bounds >> to & 1))
			atom |= (uint8_t)(1u << to++);
		if ((reported >> from & 1) && (new_bounds & atom & ~(1u << from)))
			cut |= atom;
		from = to;
	}
	return cut;
}

void dr_conflicts_of(struct dr_granule *g, uint64_t base, uint8_t hits, uint8_t old_bounds)
{
	uint8_t wanted = (hits | g->reported) & ~g->mixed & atomic_bytes(g);
	for (unsigned i = 0; i < 8; i++)
		if ((wanted & ~g->mixed) >> i & 1)
			report_location(base, g, i);
	uint8_t fresh = hits & ~g->reported;
	uint8_t cut = cut_atoms(g->reported & ~g->mixed, old_bounds, g->bounds & ~old_bounds);
	report_plain(base, fresh | cut, g->bounds);
	g->reported |= fresh;
}
