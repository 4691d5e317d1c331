/*
 * Files as data that threads share. A call on a file depends on cells: one for the contents and metadata of a file, one
 * for what a descriptor's duplicates share (the offset), one for a name. Where no two threads conflict on a call's
 * cells, the call has no events, as with plain data. Otherwise it is a call on channels (channel.h,
 * docs/architecture/files.md). The files of io/ build their calls from these functions; libc/plugins.c does too.
 */
#ifndef DRISTA_CELLS_H
#define DRISTA_CELLS_H

#include "io/channel.h"

#define DR_USE_CELLS 48u

struct dr_use {
	struct dr_call call;
	unsigned count;
	struct {
		struct dr_channel *cell;
		int changes;
	} of[DR_USE_CELLS];
};

extern struct dr_channel dr_folders; /* what names there are, for who lists folders */
extern struct dr_channel dr_working_folder;
extern struct dr_channel dr_mask; /* umask's, for who makes files */
extern struct dr_channel dr_linked; /* files with several names */

/* The cell of that name, or of the contents of the file that had it when it was first seen; few different ones share
 * one. */
struct dr_channel *dr_cell_of(const char *name, int contents);
/* The n-th cell for what descriptors share that the thread makes. */
struct dr_channel *dr_cell_of_offset(unsigned thread, unsigned n);

/* The call depends on the cell, which may write it as far as races go; `changes`: dr_use_end says that it has changed.
 * No cell: nothing. */
void dr_use_of(struct dr_use *u, struct dr_channel *cell, int write, int changes);
int dr_use_has(const struct dr_use *u, const struct dr_channel *cell);
/* Around the call to the kernel, which must not wait. No other thread uses the cells meanwhile. */
void dr_use_begin(struct dr_use *u);
/* `changed`: the cells have, by what `effect` is a digest of. `seen`: a digest of what the call tells the program. */
void dr_use_end(struct dr_use *u, int changed, uint64_t effect, uint64_t seen);
/* The call can only go on when another thread has changed a cell; in a run that cannot know, that ends it, and the next
 * ones know. */
void dr_use_again(const struct dr_use *u);

uint64_t dr_mix(uint64_t digest, uint64_t value);
uint64_t dr_mix_bytes(uint64_t digest, const void *bytes, size_t size);

#endif
