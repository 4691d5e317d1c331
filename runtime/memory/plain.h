/*
 * Plain accesses: promoted data (promote.c), and what atomic.c, alloc.c and ended-stacks.c share with plain.c.
 * server/server.c sets the promoted atoms. Other folders announce accesses by dr_plain_range (internal.h).
 */
#ifndef DRISTA_PLAIN_H
#define DRISTA_PLAIN_H

#include "internal.h"

/* Replaces the promoted atoms (PREPARE; in the server). */
void dr_promote(const struct dr_atom *atoms, uint32_t count);
/* The events of a plain access that touches promoted atoms. */
void dr_promoted_access(uint64_t address, size_t size, int write, const void *site);

/* Is it in std::cout or its like? (streams.c) */
int dr_standard_stream(uint64_t address);
/* Has the run taken memory away, or may it: unmapped, made unreadable, cut off a mapped file? Set by mmap.c. */
extern int dr_memory_goes;
/* As dr_peek. Memory that cannot be read holds a value of its own: who reads it ends there, unlike who reads what it
 * held before. */
struct dr_value dr_peek_any(uint64_t address, uint32_t size);
int dr_readable(uint64_t address);

/* Between 1 and 0: the writes that are announced all happen at once, by a call that follows. */
void dr_hold_writes(int hold);

/* Makes those atoms zero. */
void dr_promoted_clear(uint64_t address, size_t size);

/* Records the access, without an event. Returns whether some byte is promoted. */
int dr_plain_touch(struct dr_thread *t, uint64_t address, size_t size, int write);

void *dr_raw_memcpy(void *to, const void *from, size_t size);
void *dr_raw_memmove(void *to, const void *from, size_t size);
void *dr_raw_memset(void *to, int byte, size_t size);

#endif
