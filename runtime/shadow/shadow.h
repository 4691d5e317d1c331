/*
 * Which threads have accessed which plain data, over all runs of one server. This decides which accesses become events
 * (docs/explanation/memory.md). The tables live in memory shared by the server and its runs, of which only one lives
 * at a time, so nothing here is atomic.
 *
 * A *context* is the state of a thread at an access on which the rule of conflicts depends: its number, whether it is
 * tainted, how many children it has created, which threads it has joined, whether it has performed an atomic event. It
 * changes rarely, so that an access is one number, the context, and its bytes.
 *
 * For each 8-byte granule there is one cell:
 *   0: no access
 *   ended, allocated, context, bounds, written, read: only plain accesses and allocations, all in one context
 *   DR_CELL_LIST | index: a struct granule with a list of records, one per context
 * `bounds` has a bit per byte at which an access began or ended inside the granule: neighbouring variables must not
 * become one atom.
 */
#ifndef DRISTA_SHADOW_H
#define DRISTA_SHADOW_H

#include "core/protocol.h"

#include <stddef.h>

#define DR_CELL_LIST (1ul << 63)
#define DR_CELL_CONTEXT_SHIFT 24
#define DR_CELL_CONTEXT (DR_CELL_LIST | 0xfffful << DR_CELL_CONTEXT_SHIFT)
#define DR_CELL_ALLOCATED_SHIFT 40
#define DR_CELL_ENDED_SHIFT 48

#define DR_CONTEXTS 0xffffu /* 0: none */
#define DR_CONTEXT_BUCKETS 0x8000u
#define DR_NO_THREAD \
	0xffffu /* the thread of the context that represents accesses whose threads are not known any more \
		 */
#define DR_REGION_SHIFT 30 /* cells are allocated for 1 GiB of the program's addresses at a time */
#define DR_REGIONS (1u << (47 - DR_REGION_SHIFT))
#define DR_REGION_SLOTS 4096u
#define DR_REGION_CELLS (1ul << (DR_REGION_SHIFT - 3))
#define DR_PAGE 4096ul
#define DR_REGION_PAGES (DR_REGION_CELLS * 8 / DR_PAGE)
#define DR_GRANULES (1u << 26)
#define DR_RECORDS (1u << 28)
#define DR_CONFLICTS 4096u
#define DR_STACK_USES 1024u /* one for each thread */

struct dr_context {
	uint16_t thread;
	uint8_t tainted, atomics; /* has it performed an atomic event? */
	uint32_t children; /* how many it has created so far */
	uint64_t joined; /* bit n: has joined thread n. Threads from 64 on are not recorded, which only promotes more */
	uint16_t next; /* in its bucket */
};

/* One bit per byte of the granule in each mask. */
struct dr_granule {
	union {
		struct {
			uint8_t bounds; /* some plain access begins or ends here */
			uint8_t promoted; /* part of an atom of the last PREPARE */
			uint8_t known_read, known_written; /* plain accesses to these bytes are recorded ... */
			uint16_t known; /* ... in this context, that of the last access; 0: none */
			uint8_t starts; /* an atomic location begins here */
			uint8_t reported; /* part of an atom of the conflict table */
		};
		uint64_t word; /* the fields above, to be compared at once */
	};
	uint8_t mixed; /* part of an atom flagged DR_MIXED */
	uint8_t count; /* of records */
	uint32_t records;
};

struct dr_record {
	uint16_t context;
	uint8_t read, written, loaded, stored; /* plainly, plainly, atomically, atomically */
	uint8_t allocated, ended; /* by malloc and its family; by free, or with the thread whose stack it is */
	uint8_t merged; /* it has accesses of several contexts; `context` represents them all */
	uint32_t next;
};

/* The bytes of a thread's stack that other threads have touched lie in [low, high). */
struct dr_stack_use {
	uint64_t low, high;
};

struct dr_shadow {
	uint32_t regions_used, granules_used, records_used, contexts_used;
	uint64_t foreign; /* increases with each recorded access to another thread's stack: the ends of threads depend
			     on these (ended-stacks.c) */
	uint32_t conflict_count; /* of this run; set to 0 at its start */
	struct dr_atom conflicts[DR_CONFLICTS];
	uint16_t region[DR_REGIONS]; /* address >> DR_REGION_SHIFT -> its cells; 0: none yet */
	uint16_t context_bucket[DR_CONTEXT_BUCKETS];
	struct dr_context context[DR_CONTEXTS + 1];
	struct dr_stack_use stack_use[DR_STACK_USES];
	struct dr_granule granule[DR_GRANULES];
	struct dr_record record[DR_RECORDS];
	uint64_t page[DR_REGION_SLOTS][DR_REGION_PAGES / 64]; /* a bit for each page of `cell` that was ever written
								 (shadow-checkpoint.c) */
	uint64_t cell[DR_REGION_SLOTS][DR_REGION_CELLS];
};

extern struct dr_shadow *dr_shadow;
extern int dr_shadow_recording; /* are plain accesses recorded? Not before main creates a thread or is tainted */

struct dr_thread;
enum dr_access {
	DR_ACCESS_READ,
	DR_ACCESS_WRITE,
	DR_ACCESS_LOAD,
	DR_ACCESS_STORE,
	DR_ACCESS_ALLOCATE,
	DR_ACCESS_END, /* of the object's lifetime */
};

void dr_shadow_open(void); /* once, in the server, before the first run */
void dr_shadow_begin(void); /* makes a shadow that is all zeros an empty one */
void dr_shadow_mark(const struct dr_atom *atom, int promoted); /* sets whether it is promoted (in the server) */

/* Must be called whenever the thread becomes tainted, creates a thread or joins one. */
void dr_shadow_changed(struct dr_thread *t);

/* Records an access to bytes of one granule. Returns the bytes that are promoted. */
uint8_t dr_shadow_touch(
	struct dr_thread *t, uint64_t granule_address, uint8_t mask, uint8_t bounds, enum dr_access kind);
/* The same for an access in that context. */
uint8_t dr_shadow_touch_in(
	uint16_t context, uint64_t granule_address, uint8_t mask, uint8_t bounds, enum dr_access kind);
/* Records an atomic access, aligned, size 1..16. */
void dr_shadow_atomic(struct dr_thread *t, uint64_t address, uint32_t size, int store);

uint16_t dr_context_number(struct dr_context c); /* the number of the context, new if needed */
uint16_t dr_context_of(struct dr_thread *t); /* the number of the thread's present context */
uint16_t dr_context_forgotten(void); /* the context that is ordered with no other */
uint16_t dr_context_merge(
	uint16_t a, uint16_t b); /* one that represents both: exempt from conflicts only where both are */
int dr_context_covers(uint16_t wide,
	uint16_t narrow); /* is every conflict of an access in `narrow` one of an access in `wide` as well? */

/* The list form of the cell at the address; NULL: it has none. */
struct dr_granule *dr_shadow_granule(uint64_t address);
int dr_shadow_promoted(uint64_t address); /* is the byte part of a promoted atom? */
/* The bytes of the granule that other threads than this one have accessed. */
uint8_t dr_shadow_foreign(const struct dr_thread *t, uint64_t granule_address);

/* Records that a cell on the page was written. */
static inline void dr_shadow_written(uint64_t slot, uint64_t page)
{
	dr_shadow->page[slot][page / 64] |= 1ul << page % 64;
}

/* Program memory whose cells lie on one page. */
#define DR_SHADOW_SPAN DR_PAGE

/* Was any cell on the page of this address's cell ever written? If not, all of them are 0, and reading them would only
 * allocate memory. */
static inline int dr_shadow_page_used(uint64_t address)
{
	uint16_t slot = dr_shadow->region[(address >> DR_REGION_SHIFT) & (DR_REGIONS - 1)];
	uint64_t page = (address & ((1ul << DR_REGION_SHIFT) - 1)) / DR_SHADOW_SPAN;
	return dr_shadow->page[slot][page / 64] >> page % 64 & 1;
}

/* The cell of the address's granule. */
static inline uint64_t *dr_shadow_cell(uint64_t address)
{
	uint16_t slot = dr_shadow->region[(address >> DR_REGION_SHIFT) & (DR_REGIONS - 1)];
	return &dr_shadow->cell[slot][(address >> 3) & (DR_REGION_CELLS - 1)];
}

/* Is a plain access already recorded, and to bytes that are not promoted? `tag`: the thread's present context, shifted
 * as in a cell. What is recorded stays so: the record of a granule only grows. */
static inline int dr_shadow_knows(uint64_t cell, uint64_t tag, uint8_t mask, uint8_t bounds, int write)
{
	uint64_t bits = (uint64_t)bounds << 16 | (uint64_t)mask << (write ? 8 : 0);
	if ((cell & (DR_CELL_CONTEXT | bits)) == (tag | bits))
		return tag != 0;
	if (!(cell & DR_CELL_LIST))
		return 0;
	uint64_t wanted = bounds | (uint64_t)mask << (write ? 24 : 16) | tag << (32 - DR_CELL_CONTEXT_SHIFT);
	uint64_t compared = bounds | (uint64_t)mask << 8 | (uint64_t)mask << (write ? 24 : 16) | 0xfffful << 32;
	return (dr_shadow->granule[(uint32_t)cell].word & compared) == wanted;
}

/* The running thread has had the event: later accesses may depend on what it has returned. */
void dr_context_happened(const struct dr_event *e);

#endif
