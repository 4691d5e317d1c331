/*
 * open, openat and creat (POSIX.1-2017). Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "prim/digest.h"
#include "io/faults.h"
#include "io/path-uses.h"
#include "fiber/fiber.h"
#include "io/crash.h"
#include "io/exclusive-run.h"
#include "io/outside.h"
#include "symbolic/symbolic.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static int exists(int folder, const char *path)
{
	struct stat s;
	return dr_kernel(SYS_newfstatat, folder, (long)path, (long)&s, 0, 0, 0) == 0;
}

static int open_file(struct dr_use u, int folder, const char *path, int flags, mode_t mode)
{
	if (!dr_self)
		return (int)dr_result(dr_kernel(SYS_openat, folder, (long)path, flags, mode, 0, 0));
	if (dr_open_fails(u.call.name, path, u.call.site))
		return -1;
	int input = dr_outside_of_path(folder, path);
	dr_symbolic_pin_memory(path, dr_path_length(path) + 1, u.call.site);
	if (input != DR_NO_INPUT)
		return dr_description_opened(dr_outside_open(input, flags, u.call.site), u.call.site);
	int temporary = (flags & O_TMPFILE) == O_TMPFILE,
	    creates = (flags & O_CREAT) && !temporary && !exists(folder, path);
	struct dr_path name = {folder, path, creates, flags & O_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0,
		flags & O_TRUNC ? DR_CONTENTS_WRITTEN : DR_NAME_ONLY};
	if ((flags & O_ACCMODE) != O_RDONLY)
		dr_run_exclusively();
	if ((flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)))
		dr_crash_path(folder, path, u.call.site);
	if (flags & (O_CREAT | O_TRUNC)) /* another thread may remove the file meanwhile */
		dr_crash_use(&u);
	if (temporary)
		dr_crash_refuse("O_TMPFILE", u.call.site);
	if (creates)
		dr_path_listed(&u);
	dr_path_begin(&u, &name, 1);
	int there = exists(folder, path);
	if (flags & O_TRUNC)
		dr_path_resize(&u, &name, 0);
	long made = dr_kernel(SYS_openat, folder, (long)path, flags, mode, 0, 0);
	dr_use_end(&u, made >= 0 && !temporary && (!there || (flags & O_TRUNC)),
		dr_digest(SYS_openat, there ? 0 : mode), made < 0 ? (uint64_t)made : 0);
	return dr_description_opened(made, u.call.site);
}

DR_WAITING_WEAK(int, open, const char *path, int flags, mode_t mode)
{
	uint64_t spin = dr_spin_fingerprint();
	return open_file(dr_path_use("open", DR_SITE, spin), AT_FDCWD, path, flags, mode);
}

DR_WAITING_WEAK(int, openat, int folder, const char *path, int flags, mode_t mode)
{
	uint64_t spin = dr_spin_fingerprint();
	return open_file(dr_path_use("openat", DR_SITE, spin), folder, path, flags, mode);
}

DR_WAITING_WEAK(int, creat, const char *path, mode_t mode)
{
	uint64_t spin = dr_spin_fingerprint();
	return open_file(dr_path_use("creat", DR_SITE, spin), AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

/* The names that _FORTIFY_SOURCE uses. */
DR_WAITING_WEAK(int, __open_2, const char *path, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	return open_file(dr_path_use("open", DR_SITE, spin), AT_FDCWD, path, flags, 0);
}

DR_WAITING_WEAK(int, __openat_2, int folder, const char *path, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	return open_file(dr_path_use("openat", DR_SITE, spin), folder, path, flags, 0);
}

ALSO(open, open64);
ALSO(openat, openat64);
ALSO(creat, creat64);
ALSO(__open_2, __open64_2);
ALSO(__openat_2, __openat64_2);
