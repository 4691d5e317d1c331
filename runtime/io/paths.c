/*
 * Calls on files by their names: what they depend on is the name, the file that it stands for, and, where names come
 * and go, the list of names for who reads that. Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "server/alone.h"
#include "io/descriptions.h"
#include "libc/enter.h"
#include "fiber/fiber.h"
#include "io/file-table.h"
#include "io/mapped.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LONGEST 4096

static long result_of(long r)
{
	if (r >= 0)
		return r;
	errno = (int)-r;
	return -1;
}

static size_t length(const char *text)
{
	size_t n = 0;
	while (text[n] && n < LONGEST)
		n++;
	return n;
}

/* The cell of a name: the folder as the kernel calls it, and the last part. */
static struct dr_channel *cell_of_name(int folder, const char *path)
{
	char head[LONGEST + 2] = ".", whole[2 * LONGEST + 4], link[64];
	size_t end = length(path), slash, n = 0;
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
		long got = dr_kernel(SYS_readlink, (long)link, (long)whole, LONGEST, 0, 0, 0);
		n = got < 0 ? 0 : (size_t)got;
		dr_kernel(SYS_close, number, 0, 0, 0, 0, 0);
	}
	whole[n++] = '/';
	dr_copy(whole + n, path + slash, end - slash);
	whole[n + end - slash] = 0;
	return dr_cell_of(whole, 0);
}

struct name {
	int folder;
	const char *path;
	int write, flags;
	enum { NAME_ONLY, CONTENTS_READ, CONTENTS_WRITTEN } contents;
};

/* What the name stands for now, if the call does not depend on it yet; else NULL. */
static struct dr_channel *missing(const struct dr_use *u, const struct name *name)
{
	struct dr_channel *file = name->contents ? dr_cell_of_file(name->folder, name->path, name->flags) : NULL;
	return file && !dr_use_has(u, file) ? file : NULL;
}

static void add_files(struct dr_use *u, const struct name *name, unsigned names)
{
	for (unsigned i = 0; i < names; i++) {
		int write = name[i].contents == CONTENTS_WRITTEN;
		dr_use_of(u, missing(u, &name[i]), write, write);
	}
}

/* The names as they are when it is the thread's turn: meanwhile one may have come to stand for another file. */
static void begin(struct dr_use *u, const struct name *name, unsigned names)
{
	for (unsigned i = 0; i < names; i++) {
		if (name[i].write)
			dr_run_alone();
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
		if (again) { /* it ends as it began, so that a cell is taken before it is given back */
			dr_use_end(u, 0, 0, 0);
			u->call.tries = 0;
			u->call.spin = 0; /* the same call goes on: it does not wait for the name to change again */
		}
	}
}

/* A name comes or goes. Two of these may come in any order as far as a list of names goes, but not one of them and who
 * reads the list. */
static void comes_or_goes(struct dr_use *u)
{
	dr_use_of(u, &dr_folders, 0, 1);
	dr_use_of(u, &dr_mask, 0, 0);
}

static struct dr_use use(const char *name, const void *site, uint64_t spin)
{
	return (struct dr_use){.call = dr_file_call(name, -1, site, spin)};
}

/* What a call does to its names and files. Two calls that leave something else in the other order must not come to the
 * same state. */
static uint64_t effect_of(const struct name *name, unsigned names, long call, const long given[5])
{
	uint64_t digest = dr_mix(1, (uint64_t)call);
	for (unsigned i = 0; i < names; i++)
		digest = dr_mix_bytes(digest, name[i].path, length(name[i].path));
	for (unsigned i = 0; i < 5; i++)
		if (given[i] != (long)name[0].path && given[i] != (long)name[names - 1].path)
			digest = dr_mix(digest, (uint64_t)given[i]);
	return digest;
}

/* A call whose result is all that it tells. */
static long simple(
	struct dr_use u, const struct name *name, unsigned names, long call, long a, long b, long c, long d, long e)
{
	if (!dr_self)
		return result_of(dr_kernel(call, a, b, c, d, e, 0));
	begin(&u, name, names);
	long r = dr_kernel(call, a, b, c, d, e, 0);
	dr_use_end(&u, r >= 0, r < 0 ? 0 : effect_of(name, names, call, (long[]){a, b, c, d, e}), (uint64_t)r);
	return result_of(r);
}

static int exists(int folder, const char *path)
{
	struct stat s;
	return dr_kernel(SYS_newfstatat, folder, (long)path, (long)&s, 0, 0, 0) == 0;
}

/* The file gets another size, by its path. */
static void resizes(const struct dr_use *u, int folder, const char *path, off_t size)
{
	int number = dr_self ? (int)dr_kernel(SYS_openat, folder, (long)path, O_PATH | O_CLOEXEC, 0, 0, 0) : -1;
	if (number < 0)
		return;
	dr_mapped_resize(number, size, u->call.site);
	dr_kernel(SYS_close, number, 0, 0, 0, 0, 0);
}

static int open_file(struct dr_use u, int folder, const char *path, int flags, mode_t mode)
{
	if (!dr_self)
		return (int)result_of(dr_kernel(SYS_openat, folder, (long)path, flags, mode, 0, 0));
	int temporary = (flags & O_TMPFILE) == O_TMPFILE,
	    creates = (flags & O_CREAT) && !temporary && !exists(folder, path);
	struct name name = {folder, path, creates, flags & O_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0,
		flags & O_TRUNC ? CONTENTS_WRITTEN : NAME_ONLY};
	if ((flags & O_ACCMODE) != O_RDONLY)
		dr_run_alone();
	if (creates)
		comes_or_goes(&u);
	begin(&u, &name, 1);
	int there = exists(folder, path);
	if (flags & O_TRUNC)
		resizes(&u, folder, path, 0);
	long made = dr_kernel(SYS_openat, folder, (long)path, flags, mode, 0, 0);
	dr_use_end(&u, made >= 0 && !temporary && (!there || (flags & O_TRUNC)), dr_mix(SYS_openat, there ? 0 : mode),
		made < 0 ? (uint64_t)made : 0);
	return dr_description_opened(made);
}

ENTER(int, open, const char *path, int flags, mode_t mode)
{
	uint64_t spin = dr_spin_fingerprint();
	return open_file(use("open", DR_SITE, spin), AT_FDCWD, path, flags, mode);
}

ENTER(int, openat, int folder, const char *path, int flags, mode_t mode)
{
	uint64_t spin = dr_spin_fingerprint();
	return open_file(use("openat", DR_SITE, spin), folder, path, flags, mode);
}

ENTER(int, creat, const char *path, mode_t mode)
{
	uint64_t spin = dr_spin_fingerprint();
	return open_file(use("creat", DR_SITE, spin), AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

/* What _FORTIFY_SOURCE makes of them. */
ENTER(int, __open_2, const char *path, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	return open_file(use("open", DR_SITE, spin), AT_FDCWD, path, flags, 0);
}

ENTER(int, __openat_2, int folder, const char *path, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	return open_file(use("openat", DR_SITE, spin), folder, path, flags, 0);
}

/* One name, which comes, goes or changes. */
#define CHANGES(function, parameters, folder, path, flags, listed, ...) \
	ENTER(int, function, DR_ALL parameters) \
	{ \
		uint64_t spin = dr_spin_fingerprint(); \
		struct dr_use u = use(#function, DR_SITE, spin); \
		if (listed) \
			comes_or_goes(&u); \
		return (int)simple(u, &(struct name){folder, path, 1, flags, CONTENTS_WRITTEN}, 1, __VA_ARGS__); \
	}
/* Two of them. */
#define BOTH(function, parameters, from_folder, from, to_folder, to, ...) \
	ENTER(int, function, DR_ALL parameters) \
	{ \
		uint64_t spin = dr_spin_fingerprint(); \
		struct dr_use u = use(#function, DR_SITE, spin); \
		comes_or_goes(&u); \
		struct name both[] = {{from_folder, from, 1, AT_SYMLINK_NOFOLLOW, CONTENTS_WRITTEN}, \
			{to_folder, to, 1, AT_SYMLINK_NOFOLLOW, CONTENTS_WRITTEN}}; \
		return (int)simple(u, both, 2, __VA_ARGS__); \
	}
#define DR_ALL(...) __VA_ARGS__

CHANGES(unlink, (const char *path), AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, 1, SYS_unlink, (long)path, 0, 0, 0, 0)
CHANGES(unlinkat, (int folder, const char *path, int flags), folder, path, AT_SYMLINK_NOFOLLOW, 1, SYS_unlinkat, folder,
	(long)path, flags, 0, 0)
CHANGES(rmdir, (const char *path), AT_FDCWD, path, 0, 1, SYS_rmdir, (long)path, 0, 0, 0, 0)
CHANGES(mkdir, (const char *path, mode_t mode), AT_FDCWD, path, 0, 1, SYS_mkdir, (long)path, (long)mode, 0, 0, 0)
CHANGES(mkdirat, (int folder, const char *path, mode_t mode), folder, path, 0, 1, SYS_mkdirat, folder, (long)path,
	(long)mode, 0, 0)
CHANGES(mknod, (const char *path, mode_t mode, dev_t device), AT_FDCWD, path, 0, 1, SYS_mknod, (long)path, (long)mode,
	(long)device, 0, 0)
CHANGES(mkfifo, (const char *path, mode_t mode), AT_FDCWD, path, 0, 1, SYS_mknod, (long)path, (long)(mode | S_IFIFO), 0,
	0, 0)
CHANGES(chmod, (const char *path, mode_t mode), AT_FDCWD, path, 0, 0, SYS_chmod, (long)path, (long)mode, 0, 0, 0)
CHANGES(symlink, (const char *to, const char *path), AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, 1, SYS_symlink, (long)to,
	(long)path, 0, 0, 0)
BOTH(rename, (const char *from, const char *to), AT_FDCWD, from, AT_FDCWD, to, SYS_rename, (long)from, (long)to, 0, 0,
	0)
BOTH(renameat, (int a, const char *from, int b, const char *to), a, from, b, to, SYS_renameat, a, (long)from, b,
	(long)to, 0)
BOTH(renameat2, (int a, const char *from, int b, const char *to, unsigned flags), a, from, b, to, SYS_renameat2, a,
	(long)from, b, (long)to, flags)
BOTH(link, (const char *from, const char *to), AT_FDCWD, from, AT_FDCWD, to, SYS_link, (long)from, (long)to, 0, 0, 0)
BOTH(linkat, (int a, const char *from, int b, const char *to, int flags), a, from, b, to, SYS_linkat, a, (long)from, b,
	(long)to, flags)

ENTER(int, remove, const char *path)
{
	uint64_t spin = dr_spin_fingerprint();
	struct stat s;
	int folder = dr_kernel(SYS_lstat, (long)path, (long)&s, 0, 0, 0, 0) == 0 && S_ISDIR(s.st_mode);
	struct dr_use u = use("remove", DR_SITE, spin);
	comes_or_goes(&u);
	return (int)simple(u, &(struct name){AT_FDCWD, path, 1, AT_SYMLINK_NOFOLLOW, CONTENTS_WRITTEN}, 1,
		folder ? SYS_rmdir : SYS_unlink, (long)path, 0, 0, 0, 0);
}

ENTER(int, truncate, const char *path, off_t size)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = use("truncate", DR_SITE, spin);
	struct name name = {AT_FDCWD, path, 1, 0, CONTENTS_WRITTEN};
	if (!dr_self)
		return (int)result_of(dr_kernel(SYS_truncate, (long)path, size, 0, 0, 0, 0));
	begin(&u, &name, 1);
	resizes(&u, AT_FDCWD, path, size);
	long r = dr_kernel(SYS_truncate, (long)path, size, 0, 0, 0, 0);
	dr_use_end(&u, r >= 0, effect_of(&name, 1, SYS_truncate, (long[]){(long)path, size, 0, 0, 0}), (uint64_t)r);
	return (int)result_of(r);
}

static int is_there(struct dr_use u, int folder, const char *path, int mode, int flags)
{
	return (int)simple(u, &(struct name){folder, path, 0, 0, NAME_ONLY}, 1,
		flags ? 439 /* faccessat2 */ : SYS_faccessat, folder, (long)path, mode, flags, 0);
}

ENTER(int, access, const char *path, int mode)
{
	uint64_t spin = dr_spin_fingerprint();
	return is_there(use("access", DR_SITE, spin), AT_FDCWD, path, mode, 0);
}

ENTER(int, faccessat, int folder, const char *path, int mode, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	return is_there(use("faccessat", DR_SITE, spin), folder, path, mode, flags);
}

static int tell(struct dr_use u, int folder, const char *path, struct stat *to, int flags)
{
	struct stat made;
	if (!dr_self)
		return (int)result_of(dr_kernel(SYS_newfstatat, folder, (long)path, (long)to, flags, 0, 0));
	begin(&u, &(struct name){folder, path, 0, flags & AT_SYMLINK_NOFOLLOW, CONTENTS_READ}, 1);
	long r = dr_kernel(SYS_newfstatat, folder, (long)path, (long)&made, flags, 0, 0);
	dr_use_end(&u, 0, 0,
		r < 0 ? (uint64_t)r
		      : dr_mix(dr_mix(S_ISREG(made.st_mode) ? (uint64_t)made.st_size : 0, made.st_mode),
				made.st_nlink));
	if (r == 0) {
		dr_plain_range(to, sizeof *to, DR_WRITES, u.call.site);
		dr_copy(to, &made, sizeof made);
	}
	return (int)result_of(r);
}

int fstat(int, struct stat *);

ENTER(int, stat, const char *path, struct stat *to)
{
	uint64_t spin = dr_spin_fingerprint();
	return tell(use("stat", DR_SITE, spin), AT_FDCWD, path, to, 0);
}

ENTER(int, lstat, const char *path, struct stat *to)
{
	uint64_t spin = dr_spin_fingerprint();
	return tell(use("lstat", DR_SITE, spin), AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW);
}

ENTER(int, fstatat, int folder, const char *path, struct stat *to, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	if ((flags & AT_EMPTY_PATH) && !*path)
		return fstat(folder, to);
	return tell(use("fstatat", DR_SITE, spin), folder, path, to, flags);
}

ENTER(int, statx, int folder, const char *path, int flags, unsigned mask, struct statx *to)
{
	uint64_t spin = dr_spin_fingerprint();
	struct statx made;
	int empty = (flags & AT_EMPTY_PATH) && !*path;
	struct dr_use u = empty ? dr_use_of_number("statx", folder, 0, 0, DR_SITE, spin) : use("statx", DR_SITE, spin);
	begin(&u, &(struct name){folder, path, 0, flags & AT_SYMLINK_NOFOLLOW, CONTENTS_READ}, !empty && dr_self);
	long r = dr_kernel(SYS_statx, folder, (long)path, flags, mask, (long)&made, 0);
	dr_use_end(&u, 0, 0,
		r < 0 ? (uint64_t)r
		      : dr_mix(dr_mix(S_ISREG(made.stx_mode) ? made.stx_size : 0, made.stx_mode), made.stx_nlink));
	if (r == 0) {
		dr_plain_range(to, sizeof *to, DR_WRITES, u.call.site);
		dr_copy(to, &made, sizeof made);
	}
	return (int)result_of(r);
}

static int change_folder(struct dr_use u, long call, long to)
{
	dr_use_of(&u, &dr_working_folder, 1, 1);
	dr_use_begin(&u);
	long r = dr_kernel(call, to, 0, 0, 0, 0, 0);
	dr_use_end(&u, r == 0, (uint64_t)call, (uint64_t)r);
	return (int)result_of(r);
}

ENTER(int, chdir, const char *path)
{
	uint64_t spin = dr_spin_fingerprint();
	return change_folder(use("chdir", DR_SITE, spin), SYS_chdir, (long)path);
}

ENTER(int, fchdir, int folder)
{
	uint64_t spin = dr_spin_fingerprint();
	return change_folder(use("fchdir", DR_SITE, spin), SYS_fchdir, folder);
}

ENTER(mode_t, umask, mode_t mask)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = use("umask", DR_SITE, spin);
	dr_use_of(&u, &dr_mask, 1, 1);
	dr_use_begin(&u);
	long before = dr_kernel(SYS_umask, (long)mask, 0, 0, 0, 0, 0);
	dr_use_end(&u, 1, mask, (uint64_t)before);
	return (mode_t)before;
}

ALSO(open, open64);
ALSO(openat, openat64);
ALSO(creat, creat64);
ALSO(__open_2, __open64_2);
ALSO(__openat_2, __openat64_2);
ALSO(truncate, truncate64);
ALSO(stat, stat64);
ALSO(lstat, lstat64);
ALSO(fstatat, fstatat64);
