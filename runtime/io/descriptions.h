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
};

/* The description of the descriptor. NULL: threads cannot communicate through it: a terminal, /dev/null, standard
 * output as inherited. */
struct dr_description *dr_description_of(int number);
/* The program has opened the descriptor `made`. Returns its new number, which does not depend on what other threads
 * open; -1, and errno, if `made` is negative. */
int dr_description_opened(long made);
/* The same for a file with a random name or none: it is identified by the thread and a count. `made` is negative if the
 * call has failed. */
int dr_description_made(int made);
/* The offset of the next write. One constant stands for the end of the file (O_APPEND), another one for files without
 * offsets. */
uint64_t dr_position(int number);
/* The call depends on all files that are open for writing, and may change them. */
void dr_use_of_all(struct dr_use *u);
/* Makes `to` refer to the same description as `from`; forgets a descriptor. */
void dr_description_copy(int from, int to);
void dr_description_forget(int number);

/* The cell of a file by its path (with a folder and flags as for fstatat); NULL: there is none. */
struct dr_channel *dr_cell_of_file(int folder, const char *path, int flags);

/* Before a call on the descriptor's file; `write`: it changes the contents, `moves`: it changes the offset. */
struct dr_use dr_use_of_number(const char *name, int number, int write, int moves, const void *site, uint64_t spin);

#endif
