/*
 * Plain data whose accesses are events, since their order matters (docs/architecture/memory.md). PREPARE lists it; the
 * shadow marks its granules, so that only accesses to those come here.
 */
#include "fiber/local-state.h"
#include "memory/plain.h"
#include "memory/shadow.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define GONE 0xa5a5a5a5a5a5a5a5ul

int dr_memory_goes;
static int held;

static struct dr_atom *atoms; /* by address; they do not overlap */
static uint32_t atom_count;
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
}

/* The first atom that ends after the address. */
static const struct dr_atom *first_atom(uint64_t address)
{
	uint32_t low = 0, high = atom_count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (atoms[middle].address + atoms[middle].size > address)
			high = middle;
		else
			low = middle + 1;
	}
	return &atoms[low];
}

/* Is the memory readable? Tested by a system call that reads a path there. */
int dr_readable(uint64_t address)
{
	return dr_kernel(SYS_access, (long)address, 0, 0, 0, 0, 0) != -EFAULT;
}

struct dr_value dr_peek_any(uint64_t address, uint32_t size)
{
	if (!dr_memory_goes || dr_readable(address))
		return dr_peek(address, size);
	return (struct dr_value){GONE >> (size < 8 ? 64 - 8 * size : 0), 0};
}

static void read_atom(const struct dr_atom *a, const void *site)
{
	struct dr_event e = dr_event_at(DR_PLAIN_READ, site);
	e.object = a->address;
	e.size = a->size;
	e.before = dr_peek_any(a->address, a->size); /* used if the run stops while the thread waits */
	int scheduled = a->flags & DR_MIXED ? dr_wait(&e, NULL) : 0;
	e.before = dr_peek_any(a->address, a->size);
	if (scheduled && !dr_same(e.before, e.result)) /* the program's own load, which comes next, must read it */
		dr_poke(a->address, a->size, e.result);
	else
		e.result = e.before;
	if (!(a->flags & DR_MIXED))
		dr_local_event(&e);
	dr_happened(&e);
}

static struct dr_event *write_atom(const struct dr_atom *a, int write, const void *site)
{
	struct dr_event e = dr_event_at(DR_PLAIN_WRITE, site);
	e.op = write >= DR_FREES;
	e.object = a->address;
	e.size = a->size;
	e.before = dr_peek_any(a->address, a->size);
	if (write ==
		DR_FREES) /* the atom's contents, which other threads wrote, would else count as this thread's write */
		dr_poke(a->address, a->size, (struct dr_value){0, 0});
	if (write != DR_ENDS_STACK)
		e.value = dr_peek_any(a->address, a->size);
	return dr_happened(&e);
}

void dr_promoted_clear(uint64_t address, size_t size)
{
	for (const struct dr_atom *a = first_atom(address); a < atoms + atom_count && a->address < address + size; a++)
		dr_poke(a->address, a->size, (struct dr_value){0, 0});
}

/* One event per atom, by address. */
void dr_promoted_access(uint64_t address, size_t size, int write, const void *site)
{
	dr_settle();
	/* The value written may depend on the old one (counter++), so the write counts as a read too. The read has only
	 * races that the write has. */
	if (write == DR_WRITES && dr_sight == DR_SEES_WRITES)
		dr_promoted_access(address, size, DR_READS, site);
	if (!write)
		dr_give_way();
	const struct dr_atom *end = atoms + atom_count;
	struct dr_event *first = NULL;
	uint32_t count = 0;
	for (const struct dr_atom *a = first_atom(address); a < end && a->address < address + size; a++) {
		if (!write) {
			read_atom(a, site);
			continue;
		}
		struct dr_event *logged = write_atom(a, write, site);
		if (!count++)
			first = logged;
	}
	if (held && dr_self->unsettled_count && first)
		dr_self->unsettled_count = (uint32_t)(first - dr_self->unsettled) + count;
	if (held && dr_self->unsettled_count)
		return;
	dr_self->unsettled = first;
	dr_self->unsettled_count = write == DR_ENDS_STACK ? 0 : count;
}

void dr_hold_writes(int hold)
{
	dr_settle();
	dr_local_unknown();
	held = hold && dr_self;
}

void dr_settle_writes(void)
{
	if (held)
		return;
	struct dr_event *e = dr_self->unsettled;
	for (uint32_t n = dr_self->unsettled_count; n; n--, e++)
		if (e->kind == DR_PLAIN_WRITE)
			e->value = dr_peek_any(e->object, e->size);
	dr_self->unsettled_count = 0;
	if (dr_self->unsettled_private)
		dr_local_settle(dr_self);
}
