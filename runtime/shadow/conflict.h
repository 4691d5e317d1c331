/*
 * Which accesses to plain data conflict, and the table of the conflicts that a run has found.
 */
#ifndef DRISTA_CONFLICT_H
#define DRISTA_CONFLICT_H

#include "shadow/shadow.h"

/* Does every access in context a come before every one in context b, in all executions that have both? The contexts are
 * of different threads. 0: it is not known. */
int dr_context_ordered(uint16_t a, uint16_t b);

/* The bytes of `mask` at which an access of that kind in context `me` conflicts with those of the record. */
uint8_t dr_conflict(uint16_t me, uint8_t mask, enum dr_access kind, const struct dr_record *r);

/* Appends an atom to the table of conflicts, if there is room. */
void dr_shadow_report(uint64_t address, uint32_t size, uint32_t flags);
/* Has the table no room for the conflicts of one more granule? */
int dr_conflicts_full(void);
/* Appends the atoms of a granule after an access: `hits`: the bytes at which the access conflicts; `old_bounds`: the
 * granule's bounds before it. */
void dr_conflicts_of(struct dr_granule *g, uint64_t base, uint8_t hits, uint8_t old_bounds);

#endif
