/*
 * Open file descriptions (POSIX.1-2017 3.258) of regular files and of other files through which threads can communicate
 * and that are no channels (file-table.h): which of them a descriptor refers to. For io/ only.
 */
#ifndef DRISTA_DESCRIPTIONS_H
#define DRISTA_DESCRIPTIONS_H

#include "io/cells.h"

struct dr_description {
	uint64_t device, inode, birth;
	struct dr_channel *file, *offset;
	unsigned known, own; /* own: the program has opened it, even if it is standard input, output or error */
	unsigned held; /* flock() was called on it */
	unsigned prints; /* it is standard output as inherited, or a duplicate of that */
};

/* The description of the descriptor. NULL: threads cannot communicate through it: a terminal, /dev/null, standard
 * output as inherited. */
struct dr_description *dr_description_of(int number);
/* The program has opened it: its number, which does not depend on what other threads open. `made` negative: -1, and
 * errno. */
int dr_description_opened(long made, const void *site);
/* The same of a file whose name nobody can know: how-many-th of the thread's it is names it. `made` negative: it
 * failed. */
int dr_description_made(int made, const void *site);
/* Where the next write goes. One constant where that is the end of the file (O_APPEND), one where there are no
 * positions. */
uint64_t dr_position(int number);
/* The call depends on all files that are open for writing, and may change them. */
void dr_use_of_all(struct dr_use *u);
/* Makes `to` refer to the same description as `from`; forgets a descriptor. */
void dr_description_copy(int from, int to);
void dr_description_set(int to, const struct dr_description *d);
void dr_description_forget(int number);
/* The descriptor is the program's own: it has cells, although the program has not opened it. */
void dr_description_own(int number);

/* Is the descriptor standard output as the program was given it, or a duplicate of that? */
int dr_description_prints(int number);
/* `to` was made as a duplicate of `from`, as far as dr_description_prints is concerned. */
void dr_description_prints_as(int from, int to);

/* The cell of a file by its path (with a folder and flags as for fstatat); NULL: there is none. */
struct dr_channel *dr_cell_of_file(int folder, const char *path, int flags);

/* Before a call on the descriptor's file, which it holds until dr_use_end; `write`: it changes the contents, `moves`:
 * it changes the offset. */
struct dr_use dr_use_of_number(const char *name, int number, int write, int moves, const void *site, uint64_t spin);
struct dr_use dr_use_of_call(struct dr_call call, int write, int moves);

#endif
