/*
 * Functions that list directories or resolve paths as a whole (opendir, readdir, glob, ftw, scandir, realpath and their
 * variants). They depend on all names that are created and removed (path-uses.h). Weak, as in strtok.c.
 *
 * What a directory stream holds is plain data of the program's: threads that use one must take turns (POSIX.1-2017
 * readdir), and closedir frees it. glibc keeps in it how much of its buffer it has given out.
 */
#include "memory/plain.h"
#include "prim/digest.h"
#include "io/descriptions.h"
#include "io/streams.h"
#include "memory/blocks.h"
#include "memory/interposed.h"
#include "io/file-table.h"

#include <dirent.h>
#include <ftw.h>
#include <glob.h>
#include <stdlib.h>
#include <unistd.h>

/* Begins a call that lists names. Listing takes the cell as a writer and creating a name as a reader, since two
 * creations commute, and only pairs of different kinds need an order. */
static struct dr_use begin(const char *name, const void *site)
{
	struct dr_use u = {.call = dr_file_call(name, -1, site, 0)};
	dr_use_of(&u, &dr_folders, 1, 0);
	dr_use_of(&u, &dr_working_folder, 0, 0);
	dr_use_begin(&u);
	return u;
}

/* libc's own function, which reads a path; `found` is a text in its result, `writes` announces what it has written. */
#define LISTS(type, result, name, found, path, writes, parameters, given) \
	DR_WRAPPER(type, name, parameters) \
	{ \
		DR_REAL(type, name, parameters); \
		if (dr_self && (path)) \
			dr_reads_text(path, SIZE_MAX, DR_SITE); \
		struct dr_use u = begin(#name, DR_SITE); \
		type r = real given; \
		const char *text = found; \
		dr_use_end(&u, 0, 0, u.call.count ? dr_digest_bytes(1, text, dr_length(text, SIZE_MAX)) : 0); \
		dr_changed(); \
		if (dr_self) \
			writes; \
		return result; \
	}
#define WROTE(to, size) dr_plain_range(to, size, DR_WRITES, DR_SITE)
#define NOTHING (void)0

LISTS(DIR *, dr_block_is_stream(r, DR_SITE), opendir, r ? "a folder" : "", path, NOTHING, (const char *path), (path))
LISTS(DIR *, dr_block_is_stream(r, DR_SITE), fdopendir, r ? "a folder" : "", NULL, NOTHING, (int number), (number))

/* The beginning of glibc's struct __dirstream: the room of the buffer, what it holds, and how much of that was given
 * out. */
struct stream {
	int descriptor, lock;
	size_t allocation, size, offset;
};

/* A call uses the stream, and perhaps changes it: an error where it is closed. */
static void uses(DIR *folder, int changes, const void *site)
{
	struct stream *s = (struct stream *)folder;
	dr_block_alive((uint64_t)&s->allocation, sizeof s->allocation, site);
	if (!dr_self)
		return;
	dr_plain_range(&s->offset, sizeof s->offset, DR_READS, site);
	if (changes)
		dr_plain_range(&s->offset, sizeof s->offset, DR_WRITES, site);
}

/* libc's own function of the stream. */
#define ON_FOLDER(type, name, changes, parameters, given) \
	DR_WRAPPER(type, name, parameters) \
	{ \
		DR_REAL(type, name, parameters); \
		uses(folder, changes, DR_SITE); \
		return real given; \
	}
ON_FOLDER(long, telldir, 0, (DIR * folder), (folder))
ON_FOLDER(int, dirfd, 0, (DIR * folder), (folder))
ON_FOLDER(void, rewinddir, 1, (DIR * folder), (folder))
ON_FOLDER(void, seekdir, 1, (DIR * folder, long to), (folder, to))

#define READS(type, name, found, parameters, given) \
	DR_WRAPPER(type, name, parameters) \
	{ \
		DR_REAL(type, name, parameters); \
		uses(folder, 0, DR_SITE); \
		struct dr_use u = begin(#name, DR_SITE); /* which orders calls */ \
		uses(folder, 1, DR_SITE); \
		type r = real given; \
		const char *text = found; \
		dr_use_end(&u, 0, 0, u.call.count ? dr_digest_bytes(1, text, dr_length(text, SIZE_MAX)) : 0); \
		dr_changed(); \
		return r; \
	}
READS(struct dirent *, readdir, r ? r->d_name : "", (DIR * folder), (folder))
READS(struct dirent64 *, readdir64, r ? r->d_name : "", (DIR * folder), (folder))
READS(int, readdir_r, r == 0 && *to ? entry->d_name : "", (DIR * folder, struct dirent *entry, struct dirent **to),
	(folder, entry, to))

WEAK int dr_closedir(DIR *folder) __asm__("closedir");
int dr_closedir(DIR *folder)
{
	static int (*real)(DIR *);
	dr_real_one(&real, "closedir");
	uses(folder, 0, DR_SITE);
	dr_block_freed_by(folder, DR_SITE);
	return real(folder);
}

/* The caller's gl_offs and, with GLOB_APPEND, all of what an earlier call has found are read, too. */
LISTS(int, r, glob, r ? "" : "some", pattern, WROTE(to, offsetof(glob_t, gl_closedir)),
	(const char *pattern, int flags, int (*wrong)(const char *, int), glob_t *to), (pattern, flags, wrong, to))
LISTS(int, r, nftw, r ? "" : "some", path, NOTHING, (const char *path, __nftw_func_t f, int most, int flags),
	(path, f, most, flags))
LISTS(int, r, ftw, r ? "" : "some", path, NOTHING, (const char *path, __ftw_func_t f, int most), (path, f, most))

/* On the way to what it stands for there may be links, whose names are not in the path. */
LISTS(char *, r, realpath, r ? r : "", path, if (r && to) WROTE(to, dr_length(to, SIZE_MAX) + 1),
	(const char *path, char *to), (path, to))
LISTS(char *, r, canonicalize_file_name, r ? r : "", path, NOTHING, (const char *path), (path))
LISTS(char *, r, get_current_dir_name, r ? r : "", NULL, NOTHING, (void), ())

#define SCANS(name, type) \
	LISTS(int, r, name, r ? "" : "some", path, if (r >= 0) WROTE(to, sizeof *to), \
		(const char *path, struct type ***to, int (*chosen)(const struct type *), \
			int (*order)(const struct type **, const struct type **)), \
		(path, to, chosen, order))
SCANS(scandir, dirent)
SCANS(scandir64, dirent64)
