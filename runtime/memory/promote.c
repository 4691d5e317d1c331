/*
 * Plain data whose accesses are events, since their order matters (docs/explanation/memory.md). PREPARE lists it; the
 * shadow marks its granules, so that only accesses to those come here.
 */
#include "core/hooks.h"
#include "core/readable.h"
#include "memory/blocks.h"
#include "core/section.h"
#include "thread-state/local-state.h"
#include "thread-state/private-memory.h"
#include "memory/repeated.h"
#include "thread-state/spin.h"
#include "memory/standard-streams.h"
#include "memory/births.h"
#include "memory/ended-stacks.h"
#include "memory/frames.h"
#include "memory/names.h"
#include "memory/plain.h"
#include "shadow/shadow.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* No order: the access is not atomic. */
#define PLAIN (-1)
/* How many atoms of one read are kept as they were read: as many as a call such as memcpy mostly reads at once. */
#define KEPT 512

/* How the events of an access appear. */
struct how {
	enum dr_by by;
	int order;
	uint64_t spin; /* of the first one */
	const void *site;
};

static DR_HOT int races = PLAIN, volatiles = PLAIN;
static int held;

static struct dr_atom *atoms; /* by address; they do not overlap */
static uint32_t atom_count;
static uint32_t before_stacks; /* how many of them lie below all stacks */
static size_t atom_room;

static void sort(struct dr_atom *a, uint32_t count) /* the scheduler sends them in order: insertion is enough */
{
	for (uint32_t i = 1; i < count; i++) {
		struct dr_atom atom = a[i];
		uint32_t j = i;
		for (; j > 0 && a[j - 1].address > atom.address; j--)
			a[j] = a[j - 1];
		a[j] = atom;
	}
}

/* The number of the first atom that ends after the address. */
static uint32_t first_number(uint64_t address)
{
	uint32_t low = 0, high = atom_count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (atoms[middle].address + atoms[middle].size > address)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static const struct dr_atom *first_atom(uint64_t address)
{
	return &atoms[first_number(address)];
}

void dr_promote(const struct dr_atom *wanted, uint32_t count)
{
	for (uint32_t i = 0; i < atom_count; i++)
		dr_shadow_mark(&atoms[i], 0);
	if (count * sizeof *atoms > atom_room) {
		if (atoms)
			munmap(atoms, atom_room);
		atom_room = (count * sizeof *atoms * 2 + 4095) & -4096ul;
		atoms = mmap(NULL, atom_room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (atoms == MAP_FAILED)
			dr_fatal("no memory for the promoted atoms");
	}
	for (uint32_t i = 0; i < count; i++) {
		atoms[i] = wanted[i];
		dr_shadow_mark(&atoms[i], 1);
	}
	atom_count = count;
	sort(atoms, count);
	before_stacks = first_number(DR_STACKS_BASE);
}

void dr_promoted_order(uint64_t flags)
{
	races = !(flags & DR_RACES_IGNORED) ? PLAIN : flags & DR_RACES_SC ? __ATOMIC_SEQ_CST : __ATOMIC_RELAXED;
	volatiles = flags & DR_VOLATILE_SC ? __ATOMIC_SEQ_CST : flags & DR_VOLATILE_RELAXED ? __ATOMIC_RELAXED : races;
	dr_reads_wait = races != PLAIN || volatiles != PLAIN;
}

/* The order of an access that is atomic, or PLAIN. */
static int order_of(enum dr_by by, int write)
{
	if (by == DR_BY_RUNTIME || write == DR_FREES || write == DR_ENDS_STACK)
		return PLAIN;
	return by == DR_BY_VOLATILE ? volatiles : races;
}

static struct dr_event event_of(const struct dr_atom *a, enum dr_kind plain, const struct how *how)
{
	int atomic = how->order != PLAIN;
	struct dr_event e = dr_event_at(!atomic ? plain : plain == DR_PLAIN_READ ? DR_LOAD : DR_STORE, how->site);
	e.object = a->address;
	e.size = a->size;
	if (atomic) {
		e.order = (uint8_t)how->order;
		e.op = how->by == DR_BY_VOLATILE && volatiles != races ? 0 : DR_AS_PLAIN;
	} else if (how->by == DR_BY_VOLATILE) {
		e.op = DR_IS_VOLATILE;
	} else if (dr_is_young(a->address)) {
		e.op = DR_YOUNG;
	}
	e.before = dr_peek_any(a->address, a->size);
	e.flags = dr_uninitialised(a->address, a->size, e.before);
	return e;
}

#define MOST_ON_STACKS 4096u

/* What is known of an atom that may lie on a stack. */
struct known {
	struct dr_value value; /* what the last event left there */
	struct dr_call call; /* which had it when an event wrote it last */
	uint8_t written; /* is `value` known? */
	uint8_t used_again; /* it was used again after the stack that it lies on was over */
};
static DR_PAGED struct known known_atoms[MOST_ON_STACKS]; /* by number among those on stacks */

static struct known *known_of(const struct dr_atom *a)
{
	size_t number = (size_t)(a - atoms) - before_stacks;
	return number < MOST_ON_STACKS && dr_on_some_stack(a->address) ? &known_atoms[number] : NULL;
}

/* What the atom holds is known. */
static void knows(const struct dr_atom *a)
{
	struct known *k = known_of(a);
	if (!k)
		return;
	k->value = dr_peek_any(a->address, a->size);
	k->written = 1;
}

/* An event writes the atom. */
static void writes(const struct dr_atom *a)
{
	struct known *k = known_of(a);
	knows(a);
	if (k)
		k->call = dr_call_with(a->address, k->call);
}

/* What the range holds is known. */
static void knows_all(uint64_t address, uint64_t size)
{
	if (!dr_on_some_stack(address))
		return;
	for (const struct dr_atom *a = first_atom(address); a < atoms + atom_count && a->address < address + size; a++)
		knows(a);
}

void dr_promoted_write(uint64_t address, uint32_t size)
{
	if (!dr_on_some_stack(address))
		return;
	for (const struct dr_atom *a = first_atom(address); a < atoms + atom_count && a->address < address + size; a++)
		writes(a);
}

/* Has code that is not seen changed the atom since? */
static int changed_unseen(const struct dr_atom *a, const struct known *k)
{
	return k->written && !held && !dr_same(k->value, dr_peek_any(a->address, a->size));
}

void dr_promoted_patch(uint64_t address, uint32_t size, struct dr_value value)
{
	const struct dr_atom *a = first_atom(address);
	const struct known *k = a < atoms + atom_count && a->address == address ? known_of(a) : NULL;
	if (k && changed_unseen(a, k))
		return;
	dr_poke(address, size, value);
	knows_all(address, size);
}

/*
 * After main's return its variables are freed; those of exit handlers, which main runs, may lie at the same places. And
 * where a frame with shared objects was, there may be variables that code which announces nothing has written. A plain
 * read of them by code that is seen must find what is there, not what the shared object was. That the call has
 * returned follows from what the thread itself did; that the value differs need not show it (or it is the same frame:
 * there, one tells by the value).
 */
static int begins_again(const struct dr_atom *a, int write, struct known *k)
{
	if (!dr_on_own_stack(dr_self, a->address))
		return 0;
	if (dr_stack_is_over(dr_self) && !k->used_again) {
		k->used_again = 1;
		return 1;
	}
	if (write)
		return 0;
	return dr_call_is_over(a->address, k->call) || changed_unseen(a, k) ||
	       (dr_schedule.flags & DR_HIDES_DATA && a->flags & DR_MIXED && !k->written);
}

static void begin_again(const struct dr_atom *a, int write, const void *site)
{
	struct known *k = known_of(a);
	if (!k || !begins_again(a, write, k))
		return;
	writes(a);
	struct dr_event e = dr_event_at(DR_PLAIN_WRITE, site);
	e.op = DR_ALLOCATED_KNOWN;
	e.object = a->address;
	e.size = a->size;
	e.before = e.value = k->value;
	dr_happened(&e);
}

/* A thread reads what another one's code that announces nothing has put where an object was: there is no event that the
 * read comes after. */
static void refuse_unseen(const struct dr_atom *a, const void *site)
{
	const struct known *k = known_of(a);
	if (k && a->flags & DR_MIXED && dr_on_foreign_stack(dr_self, a->address) &&
		dr_call_is_over(a->address, k->call) && changed_unseen(a, k))
		dr_unsupported_at("a read of another thread's stack, which code that drista does not see has written "
				  "since an atomic object was there",
			site);
}

volatile int dr_giving;

/* Writes the value that the program's own load, which comes next, must read. */
static void give(const struct dr_atom *a, struct dr_value value)
{
	dr_giving = 1;
	dr_poke(a->address, a->size, value);
	dr_giving = 0;
	knows(a);
}

/* What the program's own load must find. */
struct given {
	struct dr_value value;
	uint64_t name; /* hooks.h, plain_reads */
};

/* The event of a read. Returns whether it may have waited: then memory may change before the program reads it. */
static int read_atom(const struct dr_atom *a, const struct how *how, struct given *given)
{
	begin_again(a, 0, how->site);
	refuse_unseen(a, how->site);
	struct dr_event e = event_of(a, DR_PLAIN_READ, how); /* `before` is used if the run stops while it waits */
	int waits = dr_reads_wait || a->flags & DR_MIXED;
	e.spin = how->spin;
	int scheduled = waits ? dr_wait(&e, NULL) : 0;
	e.before = dr_peek_any(a->address, a->size);
	if (!scheduled)
		e.result = e.before;
	given->name = waits ? dr_hooks.plain_reads(&e) : 0;
	if (!dr_same(e.before, e.result))
		give(a, e.result);
	if (!waits)
		dr_local_event(&e);
	dr_happened(&e);
	given->value = e.result;
	return waits;
}

static struct dr_event *write_atom(const struct dr_atom *a, int write, const struct how *how)
{
	begin_again(a, 1, how->site);
	struct dr_event e = event_of(a, DR_PLAIN_WRITE, how);
	if (write == DR_FREES || write == DR_ENDS_STACK)
		e.op = DR_FREED;
	if (write == DR_CLEARS && how->order == PLAIN)
		e.op = DR_ALLOCATED_KNOWN;
	if (dr_reads_wait || a->flags & DR_MIXED)
		dr_hooks.plain_writes(&e);
	if (write ==
		DR_FREES) /* the atom's contents, which other threads wrote, would else count as this thread's write */
		dr_poke(a->address, a->size, (struct dr_value){0, 0});
	if (write != DR_ENDS_STACK)
		e.value = dr_peek_any(a->address, a->size);
	writes(a);
	dr_happened(&e);
	return dr_recorded();
}

/*
 * An event for each atom in blocks of the arena that begin at `from` or later, unless something was written to it. By
 * falling address, since a header leads to the block before. Where memory is not zero any more, code that announces
 * nothing has initialised it.
 */
void dr_promoted_births(uint64_t from, const struct dr_arena *a)
{
	if (races == __ATOMIC_RELAXED) /* the program orders its data in ways that are no order in C */
		return;
	uint64_t block = a->last;
	for (uint32_t i = (uint32_t)(first_atom(a->next) - atoms); i > 0 && atoms[i - 1].address >= from; i--) {
		const struct dr_atom *atom = &atoms[i - 1];
		while (block > atom->address)
			block -= dr_block_of(block)->distance * (uint64_t)DR_HEAP_GRANULE;
		const struct dr_block *b = dr_block_of(block);
		if (dr_heap_forbids(atom->address, atom->size) || dr_heap_written_in(atom->address, atom->size))
			continue;
		struct dr_event e = {.kind = DR_PLAIN_WRITE, .object = atom->address, .size = atom->size};
		if (b->allocated)
			e.site = dr_stack_entry(b->allocated, &e.stack);
		e.before = e.value = dr_peek(atom->address, atom->size);
		e.flags = dr_uninitialised(atom->address, atom->size, e.before);
		e.op = e.value.lo | e.value.hi ? DR_ALLOCATED_KNOWN : DR_ALLOCATED;
		dr_happened(&e);
	}
}

void dr_promoted_clear(uint64_t address, size_t size)
{
	for (const struct dr_atom *a = first_atom(address); a < atoms + atom_count && a->address < address + size;
		a++) {
		dr_poke(a->address, a->size, (struct dr_value){0, 0});
		knows(a);
	}
}

/* The events of a read, one per atom, by address. */
static void read_atoms(uint64_t address, size_t size, struct how how)
{
	if (!dr_reads_wait)
		dr_give_way();
	const struct dr_atom *first = first_atom(address), *end = first;
	while (end < atoms + atom_count && end->address < address + size)
		end++;
	struct given given[KEPT];
	int waited = 0;
	for (const struct dr_atom *a = first; a < end; a++) {
		int entered = how.order != PLAIN && dr_section_enter(how.spin, how.site);
		waited |= read_atom(a, &how, &given[(a - first) % KEPT]);
		dr_section_leave(entered, how.site);
		how.spin = 0;
	}
	/* While the thread waited before a later atom, others may have written an earlier one. The program is about to
	 * read what the events say. */
	if (waited && end - first > KEPT)
		dr_unsupported_at("a read of so much data that others may write at the same time", how.site);
	if (waited && end - first > 1)
		for (const struct dr_atom *a = first; a < end; a++) {
			dr_hooks.gives(a->address, a->size, given[a - first].name);
			if (!dr_same(dr_peek_any(a->address, a->size), given[a - first].value))
				give(a, given[a - first].value);
		}
}

/* One event per atom, by address. */
void dr_promoted_access(uint64_t address, size_t size, int write, enum dr_by by, const void *site)
{
	dr_settle();
	/* The value written may depend on the old one (counter++), so the write counts as a read too. The read has only
	 * races that the write has. */
	struct how how = {by, order_of(by, write), 0, site};
	if (write == DR_WRITES && dr_visibility == DR_SEES_WRITES)
		read_atoms(address, size, how);
	if (!write) {
		if (dr_reads_wait && by >= DR_BY_INSTRUCTION)
			how.spin = dr_spin_fingerprint();
		read_atoms(address, size, how);
		return;
	}
	const struct dr_atom *end = atoms + atom_count;
	struct dr_event *first = NULL;
	uint32_t count = 0; /* of records from that one on: those of other threads can be among them */
	dr_writes_announced();
	for (const struct dr_atom *a = first_atom(address); a < end && a->address < address + size; a++) {
		if (how.order != PLAIN && (a->address < address || a->address + a->size > address + size) &&
			a->flags & DR_MIXED)
			dr_unsupported_at("a plain write to a part of an atomic object", site);
		int entered = how.order != PLAIN && dr_section_enter(0, site);
		struct dr_event *logged = write_atom(a, write, &how);
		dr_section_leave(entered, site);
		if (!first)
			first = logged;
		count = (uint32_t)(logged - first) + 1;
	}
	if (held && dr_self->writes.count && first)
		dr_self->writes.count = (uint32_t)(first - dr_self->writes.events) + count;
	if (held && dr_self->writes.count)
		return;
	dr_self->writes.events = first;
	dr_self->writes.count = write == DR_ENDS_STACK ? 0 : count;
	if (!dr_self->writes.count)
		dr_writes_settled();
}

void dr_hold_writes(int hold)
{
	dr_settle();
	dr_local_unknown();
	held = hold && dr_self;
}

void dr_promoted_settle(struct dr_thread *t)
{
	if (held)
		return;
	struct dr_event *e = t->writes.events;
	for (uint32_t n = t->writes.count; n; n--, e++)
		if (e->thread == t->number && (e->kind == DR_PLAIN_WRITE || e->kind == DR_STORE)) {
			e->value = dr_peek_any(e->object, e->size);
			knows_all(e->object, e->size);
			if (dr_schedule.flags & DR_NAMES)
				dr_names_add(e);
		}
	if (t->writes.count)
		dr_writes_settled();
	t->writes.count = 0;
	if (t->state.unsettled)
		dr_private_settle(t);
	dr_standard_stream_settle(t);
	if (t->writes.repeated)
		dr_repeated_settle(t);
}
