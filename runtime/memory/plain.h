/*
 * Plain accesses: promoted data (promote.c), and what atomic.c, alloc.c and ended-stacks.c share with plain.c.
 * server/server.c sets the promoted atoms. Other folders announce accesses by dr_plain_range (internal.h).
 */
#ifndef DRISTA_PLAIN_H
#define DRISTA_PLAIN_H

#include "core/internal.h"

/* Replaces the promoted atoms (PREPARE; in the server). */
void dr_promote(const struct dr_atom *atoms, uint32_t count);
/* Who makes a plain access. */
enum dr_by {
	DR_BY_RUNTIME, /* a call, to the synchronisation object that it is about */
	DR_BY_CALL, /* a call, to data of the program */
	DR_BY_INSTRUCTION, /* an instruction, entered through DR_ENTER_READ if it reads */
	DR_BY_VOLATILE, /* the same, to a volatile object */
};
/* Is a value being written that a read is to return? The memory may be read-only for the program. */
extern volatile int dr_giving;
/* Takes from the flags of RUN which accesses to promoted data are atomic, and in which order. */
void dr_promoted_order(uint64_t flags);
/* The events of a plain access that touches promoted atoms. */
void dr_promoted_access(uint64_t address, size_t size, int write, enum dr_by by, const void *site);

/* Can memory have become inaccessible in this run: unmapped, made unreadable, or beyond the end of a truncated file?
 * Set by mmap.c. */
extern int dr_memory_goes;
/* As dr_peek. Inaccessible memory yields a special value: a thread that reads it crashes, unlike one that reads the
 * earlier contents. */
struct dr_value dr_peek_any(uint64_t address, uint32_t size);
int dr_readable(uint64_t address);

/* The writes that are announced between dr_hold_writes(1) and dr_hold_writes(0) all happen at once, in a later call. */
void dr_hold_writes(int hold);

struct dr_arena;
/* The events of the running thread's allocations from the address on, in its arena: births.h. */
void dr_promoted_births(uint64_t from, const struct dr_arena *a);

/* Sets the promoted atoms in the range to zero. */
void dr_promoted_clear(uint64_t address, size_t size);

/* Records the access, without an event. Returns whether some byte is promoted. */
int dr_plain_touch(struct dr_thread *t, uint64_t address, size_t size, int write);

/* Announces an access to a byte of a synchronisation object by a call. */
void dr_plain_object(const void *byte, int how, const void *site);

/* As memcpy, memmove and memset, without announcing anything. */
void *dr_raw_memcpy(void *to, const void *from, size_t size);
void *dr_raw_memmove(void *to, const void *from, size_t size);
void *dr_raw_memset(void *to, int byte, size_t size);

#endif
