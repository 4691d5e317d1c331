/*
 * What a call on a path depends on (path-uses.h).
 */
#define DRISTA_DEFINES_KERNEL
#include "prim/digest.h"
#include "io/path-uses.h"
#include "io/mapped.h"
#include "fiber/fiber.h"
#include "io/file-table.h"
#include "io/numbers.h"
#include "io/crash.h"
#include "io/exclusive-run.h"
#include "io/outside.h"
#include "symbolic/symbolic.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>

size_t dr_path_length(const char *text)
{
	size_t n = 0;
	while (text[n] && n < DR_PATH_LONGEST)
		n++;
	return n;
}

int dr_path_whole(int folder, const char *path, char *whole)
{
	char head[DR_PATH_LONGEST + 2] = ".", link[64];
	size_t end = dr_path_length(path), slash, n = 0;
	while (end > 1 && path[end - 1] == '/')
		end--;
	for (slash = end; slash > 0 && path[slash - 1] != '/'; slash--)
		;
	if (slash) {
		dr_copy(head, path, slash);
		head[slash] = 0;
	}
	long number = dr_kernel(SYS_openat, folder, (long)head, O_PATH | O_DIRECTORY | O_CLOEXEC, 0, 0, 0);
	if (number >= 0) {
		snprintf(link, sizeof link, "/proc/self/fd/%ld", number);
		long got = dr_kernel(SYS_readlink, (long)link, (long)whole, DR_PATH_LONGEST, 0, 0, 0);
		n = got < 0 ? 0 : (size_t)got;
		dr_kernel(SYS_close, number, 0, 0, 0, 0, 0);
	}
	whole[n++] = '/';
	dr_copy(whole + n, path + slash, end - slash);
	whole[n + end - slash] = 0;
	return number >= 0;
}

/* The cell of a name. */
static struct dr_channel *cell_of_name(int folder, const char *path)
{
	char whole[DR_PATH_WHOLE];
	dr_path_whole(folder, path, whole);
	return dr_cell_of(whole, 0);
}

/* The cell of the file that has the name now, if the call does not depend on it yet; else NULL. */
static struct dr_channel *missing(const struct dr_use *u, const struct dr_path *name)
{
	struct dr_channel *file = name->contents ? dr_cell_of_file(name->folder, name->path, name->flags) : NULL;
	return file && !dr_use_has(u, file) ? file : NULL;
}

static void add_files(struct dr_use *u, const struct dr_path *name, unsigned names)
{
	for (unsigned i = 0; i < names; i++) {
		int write = name[i].contents == DR_CONTENTS_WRITTEN;
		dr_use_of(u, missing(u, &name[i]), write, write);
	}
}

/* Resolves the names when the thread is scheduled: another thread may have renamed files meanwhile. */
void dr_path_begin(struct dr_use *u, const struct dr_path *name, unsigned names)
{
	for (unsigned i = 0; i < names; i++) {
		dr_symbolic_pin_memory(name[i].path, dr_path_length(name[i].path) + 1, u->call.site);
		if (dr_outside_of_path(name[i].folder, name[i].path) != DR_NO_INPUT)
			dr_unsupported_at(
				"a symbolic file (--symbolic=file) in a call that drista does not know for one",
				u->call.site);
		if (name[i].folder >= 0)
			dr_number_look(u->call.name, name[i].folder, u->call.site, 0);
		if (name[i].write) {
			dr_run_exclusively();
			dr_crash_path(name[i].folder, name[i].path, u->call.site);
		}
		dr_use_of(u, cell_of_name(name[i].folder, name[i].path), name[i].write, 1);
		if (name[i].path[0] != '/' && name[i].folder == AT_FDCWD)
			dr_use_of(u, &dr_working_folder, 0, 0);
	}
	for (int again = 1; again;) {
		add_files(u, name, names);
		dr_use_begin(u);
		again = 0;
		for (unsigned i = 0; i < names && dr_self; i++)
			again |= missing(u, &name[i]) != NULL;
		if (again) { /* ends the use unchanged and begins again, with the new cell */
			dr_use_end(u, 0, 0, 0);
			u->call.tries = 0;
			u->call.spin = 0; /* the same call continues: it does not wait for the name to change again */
		}
	}
}

/* The call creates or removes a name. Two such calls commute as far as the list of names goes, but such a call and a
 * reader of the list do not. */
void dr_path_listed(struct dr_use *u)
{
	dr_use_of(u, &dr_folders, 0, 1);
	dr_use_of(u, &dr_mask, 0, 0);
}

struct dr_use dr_path_use(const char *name, const void *site, uint64_t spin)
{
	return (struct dr_use){.call = dr_file_call(name, -1, site, spin)};
}

/* A digest of a call's effect on its names and files. Two calls whose results depend on their order must have different
 * digests. */
static uint64_t effect_of(const struct dr_path *name, unsigned names, long call, const long given[5])
{
	uint64_t digest = dr_digest(1, (uint64_t)call);
	for (unsigned i = 0; i < names; i++)
		digest = dr_digest_bytes(digest, name[i].path, dr_path_length(name[i].path));
	for (unsigned i = 0; i < 5; i++)
		if (given[i] != (long)name[0].path && given[i] != (long)name[names - 1].path)
			digest = dr_digest(digest, (uint64_t)given[i]);
	return digest;
}

void dr_path_resize(const struct dr_use *u, const struct dr_path *name, int64_t size)
{
	long number = dr_kernel(SYS_openat, name->folder, (long)name->path, O_PATH | O_CLOEXEC, 0, 0, 0);
	if (number < 0)
		return;
	dr_mapped_resize((int)number, size, u->call.site);
	dr_kernel(SYS_close, number, 0, 0, 0, 0, 0);
}

/* A call that returns nothing but its result. */
long dr_path_call(
	struct dr_use u, const struct dr_path *name, unsigned names, long call, long a, long b, long c, long d, long e)
{
	if (!dr_self)
		return dr_result(dr_kernel(call, a, b, c, d, e, 0));
	dr_path_begin(&u, name, names);
	if (call == SYS_truncate)
		dr_path_resize(&u, name, b);
	long r = dr_kernel(call, a, b, c, d, e, 0);
	dr_use_end(&u, r >= 0, r < 0 ? 0 : effect_of(name, names, call, (long[]){a, b, c, d, e}), (uint64_t)r);
	return dr_result(r);
}
