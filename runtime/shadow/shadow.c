/*
 * The shadow of plain data (shadow.h): it records an access and compares it with all earlier ones (conflict.c). plain.c
 * has a fast path for accesses that are recorded already.
 */
#include "shadow/shadow.h"
#include "core/internal.h"
#include "shadow/conflict.h"

#include <sys/mman.h>

#define RECORDS_PER_GRANULE 16

DR_HOT struct dr_shadow *dr_shadow;
DR_HOT int dr_shadow_recording;

void dr_shadow_open(void)
{
	void *p = mmap(
		NULL, sizeof *dr_shadow, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		dr_fatal("cannot map the shadow of plain data");
	dr_shadow = p;
	dr_shadow_begin();
}

void dr_shadow_begin(void)
{
	dr_shadow->context[DR_CONTEXTS] = (struct dr_context){.thread = DR_NO_THREAD, .tainted = 1, .atomics = 1};
}

/* The cell of the address, allocated at the first access to its region; NULL: no room. */
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

struct dr_granule *dr_shadow_granule(uint64_t address)
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
		r->allocated = (uint8_t)(*cell >> DR_CELL_ALLOCATED_SHIFT);
		r->ended = (uint8_t)(*cell >> DR_CELL_ENDED_SHIFT);
	}
	*cell = DR_CELL_LIST | i;
	return g;
}

/* Does the access make no atom of its own? Plain ones do not, nor do the beginning and the end of a lifetime. */
static int is_plain(enum dr_access kind)
{
	return kind != DR_ACCESS_LOAD && kind != DR_ACCESS_STORE;
}

/* Where a cell that is no list has the bytes of accesses of that kind, which is plain. */
static unsigned cell_shift(enum dr_access kind)
{
	switch (kind) {
	case DR_ACCESS_READ: return 0;
	case DR_ACCESS_WRITE: return 8;
	case DR_ACCESS_END: return DR_CELL_ENDED_SHIFT;
	default: return DR_CELL_ALLOCATED_SHIFT;
	}
}

/* The bytes of the record's accesses of that kind. */
static uint8_t *bytes_of(struct dr_record *r, enum dr_access kind)
{
	switch (kind) {
	case DR_ACCESS_READ: return &r->read;
	case DR_ACCESS_WRITE: return &r->written;
	case DR_ACCESS_LOAD: return &r->loaded;
	case DR_ACCESS_ALLOCATE: return &r->allocated;
	case DR_ACCESS_END: return &r->ended;
	default: return &r->stored;
	}
}

/*
 * Adds the access to the record of its context. Where a granule has too many records, the access joins a record of its
 * thread, or else any record, whose context becomes one that stands for both (dr_context_merge). Returns 0 if there is
 * no room.
 */
static int add_access(struct dr_granule *g, uint16_t me, uint8_t mask, enum dr_access kind)
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
		mine->merged = 1;
	}
	if (!mine && !(mine = add_record(g, me)))
		return 0;
	*bytes_of(mine, kind) |= mask;
	return 1;
}

/* Has an access with every conflict of this one been compared with all others? A merged record stands for accesses that
 * were compared in other contexts than its own, so it says nothing of this one. */
static int known(const struct dr_granule *g, uint16_t me, uint8_t mask, uint8_t bounds, enum dr_access kind)
{
	int plain = is_plain(kind);
	if ((mask & ~g->mixed) == 0)
		return 1;
	if (bounds & ~(plain ? g->bounds : g->starts))
		return 0;
	if (plain && (mask & ~g->reported) == 0)
		return 1;
	for (uint32_t i = g->records; i; i = dr_shadow->record[i].next) {
		struct dr_record *r = &dr_shadow->record[i];
		if (!r->merged && (mask & ~*bytes_of(r, kind)) == 0 && dr_context_covers(r->context, me))
			return 1;
	}
	return 0;
}

/* Stores the access in the granule's fields for the fast path (dr_shadow_knows). */
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
	const struct dr_granule *g = dr_shadow_granule(address);
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

/*
 * Before main creates a thread or is tainted (while dr_shadow_recording is 0), what main does is the same in every
 * execution and comes before all that other threads do. So its plain accesses need not be recorded: memory holds what
 * they write. There is one exception: a plain write that overwrites an atomic store of main. The store is an event,
 * from which others would read. The table has the bytes that main has accessed atomically in this run so far.
 */
#define EARLY 4096u /* a power of two */
static struct early {
	uint64_t base; /* 0: the entry is free */
	uint8_t mask;
} early[EARLY];
static unsigned early_count;

/* The granule's entry, or the free one where it belongs. */
static struct early *early_at(uint64_t base)
{
	unsigned i = (unsigned)(base * 0x9e3779b97f4a7c15ul >> 40) % EARLY;
	while (early[i].base && early[i].base != base)
		i = (i + 1) % EARLY;
	return &early[i];
}

static void note_early_atomic(uint64_t base, uint8_t mask)
{
	struct early *e = early_at(base);
	if (!e->base && early_count == EARLY / 2) {
		dr_shadow_recording = 1; /* from here on all accesses are recorded */
		return;
	}
	early_count += !e->base;
	e->base = base;
	e->mask |= mask;
}

static int overwrites_early_atomic(uint64_t base, uint8_t mask)
{
	return (early_at(base)->mask & mask) != 0;
}

/* Is it on the stack of another thread than the context's? */
static int is_foreign(uint16_t context, uint64_t address)
{
	uint64_t owner = (address - DR_STACKS_BASE) >> DR_STACK_SHIFT;
	return owner < DR_THREADS && owner != dr_shadow->context[context].thread;
}

uint8_t dr_shadow_touch_in(uint16_t me, uint64_t base, uint8_t mask, uint8_t bounds, enum dr_access kind)
{
	int plain = is_plain(kind);
	uint64_t *cell = make_cell(base);
	if (!cell)
		goto no_room;
	if (plain && !(*cell & DR_CELL_LIST)) {
		uint64_t mine = (uint64_t)me << DR_CELL_CONTEXT_SHIFT;
		if (!dr_shadow_recording)
			return 0;
		if (*cell == 0 || (*cell & DR_CELL_CONTEXT) == mine) {
			dr_shadow->foreign += is_foreign(me, base);
			*cell |= mine | (uint64_t)bounds << 16 | (uint64_t)mask << cell_shift(kind);
			return 0;
		}
	}
	struct dr_granule *g = make_granule(cell);
	if (!g)
		goto no_room;
	uint8_t promoted = g->promoted & mask;
	if (plain && !dr_shadow_recording && (kind == DR_ACCESS_READ || !overwrites_early_atomic(base, mask)))
		return promoted;
	if (known(g, me, mask, bounds, kind)) {
		remember(g, me, mask, kind);
		return promoted;
	}
	if (dr_conflicts_full())
		return promoted;

	dr_shadow->foreign += is_foreign(me, base);
	uint8_t hits = 0, old_bounds = g->bounds;
	for (uint32_t i = g->records; i; i = dr_shadow->record[i].next)
		hits |= dr_conflict(me, mask, kind, &dr_shadow->record[i]);
	if (plain)
		g->bounds |= bounds;
	else
		g->starts |= bounds;
	if (!add_access(g, me, mask, kind))
		goto no_room;
	remember(g, me, mask, kind);

	dr_conflicts_of(g, base, hits, old_bounds);
	return promoted;
no_room:
	dr_unsupported("more shared data than can be kept track of");
	return 0;
}

void dr_shadow_atomic(struct dr_thread *t, uint64_t address, uint32_t size, int store)
{
	enum dr_access kind = store ? DR_ACCESS_STORE : DR_ACCESS_LOAD;
	if (!t->context.atomics) {
		t->context.atomics = 1;
		t->context.tag = 0;
	}
	for (uint64_t a = address, end = address + size; a < end;) {
		unsigned at = a & 7, n = end - a < 8 - at ? (unsigned)(end - a) : 8 - at;
		uint8_t mask = (uint8_t)(((1u << n) - 1) << at);
		if (!dr_shadow_recording)
			note_early_atomic(a - at, mask);
		dr_shadow_touch(t, a - at, mask, a == address ? (uint8_t)(1u << at) : 0, kind);
		a += n;
	}
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
