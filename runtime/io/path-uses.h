/*
 * Calls on files by their paths depend on the path's name, on the file that it stands for, and, where names are created
 * and removed, on the list of names that readers of directories see. The files of io/ that define such calls build them
 * from the functions below.
 */
#ifndef DRISTA_PATH_USES_H
#define DRISTA_PATH_USES_H

#include "io/calls.h"
#include "io/descriptions.h"
#include "libc/also.h"

#define DR_PATH_LONGEST 4096
#define DR_PATH_WHOLE (2 * DR_PATH_LONGEST + 4)

/* A path of a call: relative to the directory `folder` (AT_FDCWD: the working directory), with AT_SYMLINK_NOFOLLOW in
 * `flags` or not. `write`: the call creates, removes or changes what has the name. */
struct dr_path {
	int folder;
	const char *path;
	int write, flags;
	enum { DR_NAME_ONLY, DR_CONTENTS_READ, DR_CONTENTS_WRITTEN } contents;
};

/* The length of a path, DR_PATH_LONGEST at most. */
size_t dr_path_length(const char *text);
/* The path of the name's directory according to the kernel, and the last component; DR_PATH_WHOLE bytes. Returns 0
 * where there is no such directory: then it is the last component alone. */
int dr_path_whole(int folder, const char *path, char *whole);
/* The call `name`, which depends on nothing yet. `spin`: dr_spin_fingerprint() of the call. */
struct dr_use dr_path_use(const char *name, const void *site, uint64_t spin);
/* The call creates or removes a name. Two such calls commute as far as a list of names goes; such a call and a reader
 * of the list do not. */
void dr_path_listed(struct dr_use *u);
/* Begins the call (dr_use_begin) on these paths and the files that they stand for at that moment. */
void dr_path_begin(struct dr_use *u, const struct dr_path *name, unsigned names);
/* The call gives the file, where it is mapped, this size. */
void dr_path_resize(const struct dr_use *u, const struct dr_path *name, int64_t size);
/* Makes the system call, whose result is all that it returns, between dr_path_begin and dr_use_end. Returns what libc's
 * function does: -1, and errno, on failure. */
long dr_path_call(
	struct dr_use u, const struct dr_path *name, unsigned names, long call, long a, long b, long c, long d, long e);

#endif
