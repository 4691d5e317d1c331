/*
 * Functions that list directories or resolve paths as a whole (opendir, readdir, glob, ftw, scandir, realpath and their
 * variants). They depend on all names that are created and removed (path-uses.h). Weak, as in strtok.c.
 */
#include "io/descriptions.h"
#include "libc/libc.h"
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

/* Defines a call by libc's own function; `found` is a text in its result. */
#define LISTS(type, name, found, parameters, given) \
	WEAK type dr_##name parameters __asm__(#name); \
	type dr_##name parameters \
	{ \
		static type(*real) parameters; \
		dr_real_one(&real, #name); \
		struct dr_use u = begin(#name, DR_SITE); \
		type r = real given; \
		const char *text = found; \
		dr_use_end(&u, 0, 0, u.call.count ? dr_mix_bytes(1, text, dr_length(text, SIZE_MAX)) : 0); \
		dr_changed(); \
		return r; \
	}

LISTS(DIR *, opendir, r ? "a folder" : "", (const char *path), (path))
LISTS(DIR *, fdopendir, r ? "a folder" : "", (int number), (number))
LISTS(struct dirent *, readdir, r ? r->d_name : "", (DIR * folder), (folder))
LISTS(struct dirent64 *, readdir64, r ? r->d_name : "", (DIR * folder), (folder))
LISTS(int, glob, r ? "" : "some", (const char *pattern, int flags, int (*wrong)(const char *, int), glob_t *to),
	(pattern, flags, wrong, to))
LISTS(int, nftw, r ? "" : "some", (const char *path, __nftw_func_t f, int most, int flags), (path, f, most, flags))
LISTS(int, ftw, r ? "" : "some", (const char *path, __ftw_func_t f, int most), (path, f, most))

/* The path may lead through links, whose targets are not in the path. */
LISTS(char *, realpath, r ? r : "", (const char *path, char *to), (path, to))
LISTS(char *, canonicalize_file_name, r ? r : "", (const char *path), (path))
LISTS(char *, get_current_dir_name, r ? r : "", (void), ())

#define SCANS(name, type) \
	LISTS(int, name, r ? "" : "some", \
		(const char *path, struct type ***to, int (*chosen)(const struct type *), \
			int (*order)(const struct type **, const struct type **)), \
		(path, to, chosen, order))
SCANS(scandir, dirent)
SCANS(scandir64, dirent64)
