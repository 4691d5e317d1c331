/*
 * The shadow as bytes: for the checkpoint of an interrupted check, and for the exchange between servers of one check
 * (SAVED in protocol.h). Only server/server.c calls these functions.
 */
#ifndef DRISTA_SHADOW_CHECKPOINT_H
#define DRISTA_SHADOW_CHECKPOINT_H

#include <stddef.h>
#include <stdint.h>

/* All of the shadow that was ever written, in memory of its own for the caller to unmap; NULL when it is too large for
 * a frame. */
void *dr_shadow_save(size_t *size);
/* Puts that into the shadow of a server that has not run yet. 0 when the bytes make no sense. */
int dr_shadow_restore(const void *kept, size_t size);
/* Adds what another server of the same program remembers, as if its accesses had been this one's: conflicts that only
 * both together show are in the table of conflicts afterwards. 0 when the bytes make no sense. */
int dr_shadow_merge(const void *kept, size_t size);

#endif
