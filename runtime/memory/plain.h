/*
 * Plain accesses: promoted data (promote.c), and what atomic.c, alloc.c and ended-stacks.c share with plain.c.
 * server/server.c sets the promoted atoms. Other folders announce accesses by dr_plain_range.
 */
#ifndef DRISTA_PLAIN_H
#define DRISTA_PLAIN_H

#include "core/internal.h"

/* How a range of memory is accessed. */
enum {
	DR_READS = 0,
	DR_WRITES = 1,
	DR_FREES = 2,
	DR_ENDS_STACK = 3, /* ends the lifetime of a stack on which the runtime still runs: ended-stacks.c */
	DR_CLEARS = 4, /* calloc: its zeros are part of the allocation */
	DR_ALLOCATES = 5 /* births.h */
};
/* Announces a plain access that the runtime makes on the program's behalf (plain.c), for race detection and promotion.
 * `write`: one of the constants above. Has no effect while dr_self is NULL. */
void dr_plain_range(const void *address, size_t size, int write, const void *site);
/* Announces an access to `byte` of a synchronisation object by a call. Stops the run with an error if the object's
 * address is invalid or misaligned. */
void dr_touch(const void *object, size_t alignment, const void *byte, int how, const void *site);

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

/* What the thread has announced that it would write is written: fills in the events of it. */
void dr_promoted_settle(struct dr_thread *t);
/* The writes that are announced between dr_hold_writes(1) and dr_hold_writes(0) all happen at once, in a later call. */
void dr_hold_writes(int hold);

struct dr_arena;
/* The events of the running thread's allocations from the address on, in its arena: births.h. */
void dr_promoted_births(uint64_t from, const struct dr_arena *a);

/* An event has written the range: what is there now is known. */
void dr_promoted_write(uint64_t address, uint32_t size);
/* Memory is to hold the value that the schedule gives, unless code that is not seen has put something else there. */
void dr_promoted_patch(uint64_t address, uint32_t size, struct dr_value value);

/* Sets the promoted atoms in the range to zero. */
void dr_promoted_clear(uint64_t address, size_t size);

/* Records the access, without an event. Returns whether some byte is promoted. */
int dr_plain_touch(struct dr_thread *t, uint64_t address, size_t size, int write);

/* Announces an access to a byte of a synchronisation object by a call. */
void dr_plain_object(const void *byte, int how, const void *site);

#endif
