/*
 * The shadow of plain data (shadow.h): records an access, compares it with all earlier ones of other contexts,
 * reports conflicts. Only new facts get here: plain.c has a fast path for what is known already.
 */
#include "memory/shadow.h"
#include "internal.h"
#include "memory/ended-stacks.h"

#include <sys/mman.h>

#define RECORDS_PER_GRANULE 16

DR_HOT struct dr_shadow *dr_shadow;
DR_HOT int dr_shadow_keeping;

void dr_shadow_open(void)
{
	void *p = mmap(
		NULL, sizeof *dr_shadow, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		dr_fatal("cannot map the shadow of plain data");
	dr_shadow = p;
	dr_shadow->context[DR_CONTEXTS] = (struct dr_context){.thread = DR_NOBODY, .tainted = 1, .atomics = 1};
}

/* The cell, made if its region is touched for the first time; NULL: no room. */
static uint64_t *make_cell(uint64_t address)
{
	uint16_t *slot = &dr_shadow->region[(address >> DR_REGION_SHIFT) & (DR_REGIONS - 1)];
	if (*slot == 0) {
		if (dr_shadow->regions_used + 1 == DR_REGION_SLOTS)
			return NULL;
		*slot = (uint16_t)++dr_shadow->regions_used;
	}
	dr_shadow_written(*slot, ((address >> 3) & (DR_REGION_CELLS - 1)) * 8 / DR_PAGE);
	return dr_shadow_cell(address);
}

static struct dr_granule *granule_of(uint64_t address)
{
	uint64_t cell = *dr_shadow_cell(address);
	return cell & DR_CELL_LIST ? &dr_shadow->granule[(uint32_t)cell] : NULL;
}

static struct dr_record *add_record(struct dr_granule *g, uint16_t context)
{
	if (dr_shadow->records_used + 1 == DR_RECORDS)
		return NULL;
	uint32_t i = ++dr_shadow->records_used;
	dr_shadow->record[i] = (struct dr_record){.context = context, .next = g->records};
	g->records = i;
	g->count++;
	return &dr_shadow->record[i];
}

/* Turns a cell into the list form. */
static struct dr_granule *make_granule(uint64_t *cell)
{
	if (*cell & DR_CELL_LIST)
		return &dr_shadow->granule[(uint32_t)*cell];
	if (dr_shadow->granules_used + 1 == DR_GRANULES)
		return NULL;
	uint32_t i = ++dr_shadow->granules_used;
	struct dr_granule *g = &dr_shadow->granule[i];
	g->bounds = (uint8_t)(*cell >> 16);
	if (*cell) {
		struct dr_record *r = add_record(g, (uint16_t)(*cell >> DR_CELL_CONTEXT_SHIFT));
		if (!r)
			return NULL;
		r->read = (uint8_t)*cell;
		r->written = (uint8_t)(*cell >> 8);
	}
	*cell = DR_CELL_LIST | i;
	return g;
}

void dr_shadow_report(uint64_t address, uint32_t size, uint32_t flags)
{
	if (dr_shadow->conflict_count < DR_CONFLICTS)
		dr_shadow->conflicts[dr_shadow->conflict_count++] = (struct dr_atom){address, size, flags};
}

static int full(void)
{
	return dr_shadow->conflict_count + 32 > DR_CONFLICTS; /* the rest is found again in a later run */
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
	if (from == base && !(g->starts & 1) && (low = granule_of(base - 8)))
		from = base - 8;
	else
		low = g;
	uint8_t bytes = atomic_bytes(g);
	while (to < base + 8 && !(g->starts >> (to - base) & 1) && (bytes >> (to - base) & 1))
		to++;
	if (to == base + 8 && (high = granule_of(to)) && (atomic_bytes(high) & 1) && !(high->starts & 1))
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

/* The bytes of `mask` at which the new access (in context `me`) conflicts with the record: docs/architecture/, line by
 * line.
 */
static uint8_t conflict(uint16_t me, uint8_t mask, enum dr_access kind, const struct dr_record *r)
{
	const struct dr_context *x = &dr_shadow->context[me], *y = &dr_shadow->context[r->context];
	int plain = kind == DR_ACCESS_READ || kind == DR_ACCESS_WRITE,
	    write = kind == DR_ACCESS_WRITE || kind == DR_ACCESS_STORE;
	uint8_t plainly = r->read | r->written, atomically = r->loaded | r->stored;

	if (x->thread == y->thread && x->thread != DR_NOBODY) {
		/* A thread that is not tainted and had no atomic event yet comes before all its atomic accesses. */
		const struct dr_context *the_plain = plain ? x : y;
		if (!the_plain->tainted && !the_plain->atomics)
			return 0;
		return mask & (plain ? atomically : plainly);
	}
	/* A plain access that always comes first is harmless: a read as it is, a write if it always writes the same. */
	if (plain && (!write || !x->tainted) && dr_context_ordered(me, r->context))
		return 0;
	uint8_t others_reads = r->read, others_writes = r->written;
	if ((mask & plainly) && dr_context_ordered(r->context, me)) {
		others_reads = 0;
		if (!y->tainted)
			others_writes = 0;
	}
	uint8_t hit = others_writes | (write ? others_reads : 0);
	if (plain)
		hit |= r->stored | (write ? r->loaded : 0);
	return mask & hit;
}

/* Adds the access to the record of its context; too many records of one thread are merged, then forgotten. */
static int keep(struct dr_granule *g, uint16_t me, uint8_t mask, enum dr_access kind)
{
	struct dr_record *mine = NULL, *same_thread = NULL;
	for (uint32_t i = g->records; i; i = dr_shadow->record[i].next) {
		struct dr_record *r = &dr_shadow->record[i];
		if (r->context == me)
			mine = r;
		else if (dr_shadow->context[r->context].thread == dr_shadow->context[me].thread)
			same_thread = r;
	}
	if (!mine && g->count >= RECORDS_PER_GRANULE) {
		mine = same_thread ? same_thread : &dr_shadow->record[g->records];
		mine->context = dr_context_merge(mine->context, me);
	}
	if (!mine && !(mine = add_record(g, me)))
		return 0;
	uint8_t *bytes = kind == DR_ACCESS_READ    ? &mine->read
			 : kind == DR_ACCESS_WRITE ? &mine->written
			 : kind == DR_ACCESS_LOAD  ? &mine->loaded
						   : &mine->stored;
	*bytes |= mask;
	return 1;
}

/* Is the access one of which everything is known? */
static int known(const struct dr_granule *g, uint16_t me, uint8_t mask, uint8_t bounds, enum dr_access kind)
{
	int plain = kind == DR_ACCESS_READ || kind == DR_ACCESS_WRITE;
	if ((mask & ~g->mixed) == 0)
		return 1;
	if (bounds & ~(plain ? g->bounds : g->starts))
		return 0;
	if (plain && (mask & ~g->reported) == 0)
		return 1;
	for (uint32_t i = g->records; i; i = dr_shadow->record[i].next) {
		const struct dr_record *r = &dr_shadow->record[i];
		uint8_t bytes = kind == DR_ACCESS_READ    ? r->read
				: kind == DR_ACCESS_WRITE ? r->written
				: kind == DR_ACCESS_LOAD  ? r->loaded
							  : r->stored;
		if ((mask & ~bytes) == 0 && dr_context_covers(r->context, me))
			return 1;
	}
	return 0;
}

/* The next access that is like this one need not look at the records (dr_shadow_knows). */
static void remember(struct dr_granule *g, uint16_t me, uint8_t mask, enum dr_access kind)
{
	if (kind != DR_ACCESS_READ && kind != DR_ACCESS_WRITE)
		return;
	if (g->known != me)
		g->known_read = g->known_written = 0;
	g->known = me;
	if (kind == DR_ACCESS_READ)
		g->known_read |= mask;
	else
		g->known_written |= mask;
}

int dr_shadow_promoted(uint64_t address)
{
	const struct dr_granule *g = granule_of(address);
	return g && (g->promoted >> (address & 7) & 1);
}

uint8_t dr_shadow_foreign(const struct dr_thread *t, uint64_t base)
{
	uint64_t cell = *dr_shadow_cell(base);
	if (cell == 0)
		return 0;
	if (!(cell & DR_CELL_LIST)) {
		const struct dr_context *c = &dr_shadow->context[(uint16_t)(cell >> DR_CELL_CONTEXT_SHIFT)];
		return c->thread == t->number ? 0 : (uint8_t)cell | (uint8_t)(cell >> 8);
	}
	uint8_t bytes = 0;
	for (uint32_t i = dr_shadow->granule[(uint32_t)cell].records; i; i = dr_shadow->record[i].next) {
		const struct dr_record *r = &dr_shadow->record[i];
		if (dr_shadow->context[r->context].thread != t->number)
			bytes |= r->read | r->written | r->loaded | r->stored;
	}
	return bytes;
}

uint8_t dr_shadow_touch(struct dr_thread *t, uint64_t base, uint8_t mask, uint8_t bounds, enum dr_access kind)
{
	return dr_shadow_touch_in(dr_context_of(t), base, mask, bounds, kind);
}

/* Is it on the stack of another thread than the context's? */
static int is_foreign(uint16_t context, uint64_t address)
{
	uint64_t owner = (address - DR_STACKS_BASE) >> DR_STACK_SHIFT;
	return owner < DR_THREADS && owner != dr_shadow->context[context].thread;
}

uint8_t dr_shadow_touch_in(uint16_t me, uint64_t base, uint8_t mask, uint8_t bounds, enum dr_access kind)
{
	int plain = kind == DR_ACCESS_READ || kind == DR_ACCESS_WRITE;
	uint64_t *cell = make_cell(base);
	if (!cell)
		goto no_room;
	if (plain && !(*cell & DR_CELL_LIST)) {
		uint64_t mine = (uint64_t)me << DR_CELL_CONTEXT_SHIFT;
		if (!dr_shadow_keeping)
			return 0;
		if (*cell == 0 || (*cell & DR_CELL_CONTEXT) == mine) {
			dr_shadow->foreign += is_foreign(me, base);
			*cell |= mine | (uint64_t)bounds << 16 | (uint64_t)mask << (kind == DR_ACCESS_WRITE ? 8 : 0);
			return 0;
		}
	}
	struct dr_granule *g = make_granule(cell);
	if (!g)
		goto no_room;
	uint8_t promoted = g->promoted & mask;
	if (plain && !dr_shadow_keeping)
		return promoted;
	if (known(g, me, mask, bounds, kind)) {
		remember(g, me, mask, kind);
		return promoted;
	}
	if (full())
		return promoted;

	dr_shadow->foreign += is_foreign(me, base);
	uint8_t hits = 0, old_bounds = g->bounds;
	for (uint32_t i = g->records; i; i = dr_shadow->record[i].next)
		hits |= conflict(me, mask, kind, &dr_shadow->record[i]);
	if (plain)
		g->bounds |= bounds;
	else
		g->starts |= bounds;
	if (!keep(g, me, mask, kind))
		goto no_room;
	remember(g, me, mask, kind);

	uint8_t atomic = atomic_bytes(g), wanted = (hits | g->reported) & ~g->mixed;
	for (unsigned i = 0; i < 8; i++)
		if ((wanted & atomic & ~g->mixed) >> i & 1)
			report_location(base, g, i);
	uint8_t fresh = hits & ~g->reported;
	uint8_t cut = cut_atoms(g->reported & ~g->mixed, old_bounds, g->bounds & ~old_bounds);
	report_plain(base, fresh | cut, g->bounds);
	g->reported |= fresh;
	return promoted;
no_room:
	dr_unsupported("more shared data than can be kept track of");
	return 0;
}

void dr_shadow_atomic(struct dr_thread *t, uint64_t address, uint32_t size, int store)
{
	enum dr_access kind = store ? DR_ACCESS_STORE : DR_ACCESS_LOAD;
	if (!t->atomics) {
		t->atomics = 1;
		t->context_tag = 0;
	}
	uint64_t base = address & ~7ul;
	if (size < 8) {
		unsigned at = address & 7;
		dr_shadow_touch(t, base, (uint8_t)(((1u << size) - 1) << at), (uint8_t)(1u << at), kind);
		return;
	}
	dr_shadow_touch(t, base, 0xff, 1, kind);
	if (size == 16)
		dr_shadow_touch(t, base + 8, 0xff, 0, kind);
}

void dr_shadow_mark(const struct dr_atom *atom, int promoted)
{
	for (uint64_t a = atom->address; a < atom->address + atom->size; a++) {
		uint64_t *cell = make_cell(a);
		struct dr_granule *g = cell ? make_granule(cell) : NULL;
		if (!g)
			dr_fatal("more shared data than can be kept track of");
		if (promoted)
			g->promoted |= (uint8_t)(1u << (a & 7));
		else
			g->promoted &= (uint8_t) ~(1u << (a & 7));
	}
}
