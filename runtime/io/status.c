/*
 * access and stat, and their variants (POSIX.1-2017; statx(2)). Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "memory/plain.h"
#include "prim/digest.h"
#include "io/path-uses.h"
#include "io/outside.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int fstat(int, struct stat *);

static int is_there(struct dr_use u, int folder, const char *path, int mode, int flags)
{
	if (dr_outside_of_path(folder, path) != DR_NO_INPUT)
		return mode & (W_OK | X_OK) ? (int)dr_result(-EACCES) : 0;
	return (int)dr_path_call(u, &(struct dr_path){folder, path, 0, 0, DR_NAME_ONLY}, 1,
		flags ? 439 /* faccessat2 */ : SYS_faccessat, folder, (long)path, mode, flags, 0);
}

DR_WAITING_WEAK(int, access, const char *path, int mode)
{
	uint64_t spin = dr_spin_fingerprint();
	return is_there(dr_path_use("access", DR_SITE, spin), AT_FDCWD, path, mode, 0);
}

DR_WAITING_WEAK(int, faccessat, int folder, const char *path, int mode, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	return is_there(dr_path_use("faccessat", DR_SITE, spin), folder, path, mode, flags);
}

static int status(struct dr_use u, int folder, const char *path, struct stat *to, int flags)
{
	struct stat made;
	if (!dr_self)
		return (int)dr_result(dr_kernel(SYS_newfstatat, folder, (long)path, (long)to, flags, 0, 0));
	int input = dr_outside_of_path(folder, path);
	if (input != DR_NO_INPUT)
		return fstat(dr_outside_number(input), to);
	dr_path_begin(&u, &(struct dr_path){folder, path, 0, flags & AT_SYMLINK_NOFOLLOW, DR_CONTENTS_READ}, 1);
	long r = dr_kernel(SYS_newfstatat, folder, (long)path, (long)&made, flags, 0, 0);
	dr_use_end(&u, 0, 0,
		r < 0 ? (uint64_t)r
		      : dr_digest(dr_digest(S_ISREG(made.st_mode) ? (uint64_t)made.st_size : 0, made.st_mode),
				made.st_nlink));
	if (r == 0) {
		dr_plain_range(to, sizeof *to, DR_WRITES, u.call.site);
		dr_copy(to, &made, sizeof made);
	}
	return (int)dr_result(r);
}

DR_WAITING_WEAK(int, stat, const char *path, struct stat *to)
{
	uint64_t spin = dr_spin_fingerprint();
	return status(dr_path_use("stat", DR_SITE, spin), AT_FDCWD, path, to, 0);
}

DR_WAITING_WEAK(int, lstat, const char *path, struct stat *to)
{
	uint64_t spin = dr_spin_fingerprint();
	return status(dr_path_use("lstat", DR_SITE, spin), AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW);
}

DR_WAITING_WEAK(int, fstatat, int folder, const char *path, struct stat *to, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	if ((flags & AT_EMPTY_PATH) && !*path)
		return fstat(folder, to);
	return status(dr_path_use("fstatat", DR_SITE, spin), folder, path, to, flags);
}

DR_WAITING_WEAK(int, statx, int folder, const char *path, int flags, unsigned mask, struct statx *to)
{
	uint64_t spin = dr_spin_fingerprint();
	struct statx made;
	int empty = (flags & AT_EMPTY_PATH) && !*path;
	struct dr_use u =
		empty ? dr_use_of_number("statx", folder, 0, 0, DR_SITE, spin) : dr_path_use("statx", DR_SITE, spin);
	dr_path_begin(&u, &(struct dr_path){folder, path, 0, flags & AT_SYMLINK_NOFOLLOW, DR_CONTENTS_READ},
		!empty && dr_self);
	long r = dr_kernel(SYS_statx, folder, (long)path, flags, mask, (long)&made, 0);
	dr_use_end(&u, 0, 0,
		r < 0 ? (uint64_t)r
		      : dr_digest(
				dr_digest(S_ISREG(made.stx_mode) ? made.stx_size : 0, made.stx_mode), made.stx_nlink));
	if (r == 0) {
		dr_plain_range(to, sizeof *to, DR_WRITES, u.call.site);
		dr_copy(to, &made, sizeof made);
	}
	return (int)dr_result(r);
}

ALSO(stat, stat64);
ALSO(lstat, lstat64);
ALSO(fstatat, fstatat64);
