/*
 * The shadow as bytes: for the checkpoint of an interrupted check, and for the exchange between servers of one check
 * (SAVED in protocol.h). Only server/server.c calls these functions.
 */
#ifndef DRISTA_SHADOW_CHECKPOINT_H
#define DRISTA_SHADOW_CHECKPOINT_H

#include <stddef.h>
#include <stdint.h>

/* Returns all of the shadow that was ever written, in memory that the caller must unmap; NULL when it is too large for
 * a frame. */
void *dr_shadow_save(size_t *size);
/* Replaces the shadow by such bytes, between runs; without bytes, all is forgotten. Promoted atoms must be marked
 * again. Returns 0 when the bytes are malformed. */
int dr_shadow_restore(const void *kept, size_t size);
/* Adds the accesses that another server of the same program has recorded, as if they were this one's. Conflicts between
 * the two are in the table of conflicts afterwards. Returns 0 when the bytes are malformed. */
int dr_shadow_merge(const void *kept, size_t size);

#endif
