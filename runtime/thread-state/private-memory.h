/*
 * What a thread has written without an event, and the blocks that it has, each as a sum that every change updates. They
 * are the same at two moments if what was written has come back, and what was allocated is freed again.
 */
#ifndef DRISTA_PRIVATE_MEMORY_H
#define DRISTA_PRIVATE_MEMORY_H

#include "core/internal.h"

typedef unsigned __int128 dr_sum;

struct dr_private {
	dr_sum memory; /* private */
	dr_sum streams; /* that in std::ios of standard streams, where output itself changes something */
	dr_sum blocks; /* that it has allocated and not freed; less those of others that it has freed */
	int64_t live; /* how many these are */
	uint64_t address, size; /* of the write under way; size 0: none */
	dr_sum *to; /* where it counts */
	uint64_t old; /* what it overwrites, if that is part of one word */
};

const struct dr_private *dr_private_of(const struct dr_thread *t); /* of the thread, as of the last settled write */
void dr_private_begin(const struct dr_thread *t); /* the thread begins: it has nothing */
dr_sum dr_key_of(uint64_t address); /* as good as a random number */

/* The thread is about to write memory, without an event. Writes to its own live stack, which is captured as a whole,
 * and to promoted bytes are not recorded. At most one such write is under way (dr_settle). Returns 1 if what it changes
 * is known then. Only with dr_local_on, as dr_private_write_stream. */
int dr_private_write(struct dr_thread *t, uint64_t address, size_t size);
/* The same for std::ios of a standard stream, whose changes are counted if output does not make them itself. */
void dr_private_write_stream(struct dr_thread *t, uint64_t address, size_t size);
void dr_private_settle(struct dr_thread *t);
/* The running thread has allocated the block, or is about to free it: nobody will read what it holds. */
void dr_private_allocates(uint64_t block);
void dr_private_frees(uint64_t block, uint64_t size);

#endif
