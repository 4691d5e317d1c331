/*
 * Files as data that threads share. A call on a file depends on cells: one for the contents and metadata of a file, one
 * for what a descriptor's duplicates share (the offset), one for a name. Where no two threads conflict on a call's
 * cells, the call has no events, as with plain data. Otherwise it is a call on channels (channel.h,
 * docs/explanation/files.md). The files of io/ build their calls from these functions; io/plugins.c does too.
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

extern struct dr_channel dr_folders; /* the set of names that exist, for calls that list directories */
extern struct dr_channel dr_working_folder;
extern struct dr_channel dr_mask; /* the umask, for calls that create files */
extern struct dr_channel dr_linked; /* the set of files with several names */

/* The cell of that name, or, if `contents`, of the contents of the file that had the name when it was first seen.
 * Different names rarely share a cell. */
struct dr_channel *dr_cell_of(const char *name, int contents);
/* The cell for what the duplicates of the n-th descriptor that the thread creates share. */
struct dr_channel *dr_cell_of_offset(unsigned thread, unsigned n);

/* Adds the cell to those on which the call depends; NULL: none. `write`: the call may write it, as far as conflicts go.
 * `changes`: dr_use_end reports whether it has changed. */
void dr_use_of(struct dr_use *u, struct dr_channel *cell, int write, int changes);
int dr_use_has(const struct dr_use *u, const struct dr_channel *cell);
/* Called before the call to the kernel, which must not wait. No other thread uses the cells until dr_use_end. */
void dr_use_begin(struct dr_use *u);
/* Called after it. `changed`: whether the call has changed the cells; `effect`: a digest of the change; `seen`: a
 * digest of what the call returns to the program. */
void dr_use_end(struct dr_use *u, int changed, uint64_t effect, uint64_t seen);
/* The call can continue only when another thread has changed a cell. Where the cells are not events yet, this ends the
 * run, and they are events in the next ones. */
void dr_use_again(const struct dr_use *u);

#endif
