/*
 * Calls that create, remove, rename or change files by their paths, and links (POSIX.1-2017 unlink, mkdir, rename,
 * link, symlink, readlink, chmod, truncate and their kin). Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "memory/plain.h"
#include "prim/digest.h"
#include "io/path-uses.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A call that creates, removes or changes one name. */
#define CHANGES(function, parameters, folder, path, flags, listed, ...) \
	DR_WAITING_WEAK(int, function, DR_ALL parameters) \
	{ \
		uint64_t spin = dr_spin_fingerprint(); \
		struct dr_use u = dr_path_use(#function, DR_SITE, spin); \
		if (listed) \
			dr_path_listed(&u); \
		return (int)dr_path_call( \
			u, &(struct dr_path){folder, path, 1, flags, DR_CONTENTS_WRITTEN}, 1, __VA_ARGS__); \
	}
/* A call on two names. */
#define BOTH(function, parameters, from_folder, from, to_folder, to, ...) \
	DR_WAITING_WEAK(int, function, DR_ALL parameters) \
	{ \
		uint64_t spin = dr_spin_fingerprint(); \
		struct dr_use u = dr_path_use(#function, DR_SITE, spin); \
		dr_path_listed(&u); \
		struct dr_path both[] = {{from_folder, from, 1, AT_SYMLINK_NOFOLLOW, DR_CONTENTS_WRITTEN}, \
			{to_folder, to, 1, AT_SYMLINK_NOFOLLOW, DR_CONTENTS_WRITTEN}}; \
		return (int)dr_path_call(u, both, 2, __VA_ARGS__); \
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
CHANGES(truncate, (const char *path, off_t size), AT_FDCWD, path, 0, 0, SYS_truncate, (long)path, size, 0, 0, 0)
CHANGES(fchmodat, (int folder, const char *path, mode_t mode, int flags), folder, path, 0, 0, SYS_fchmodat, folder,
	(long)path, (long)mode, flags, 0)
CHANGES(chmod, (const char *path, mode_t mode), AT_FDCWD, path, 0, 0, SYS_chmod, (long)path, (long)mode, 0, 0, 0)
CHANGES(mknodat, (int folder, const char *path, mode_t mode, dev_t device), folder, path, 0, 1, SYS_mknodat, folder,
	(long)path, (long)mode, (long)device, 0)
CHANGES(mkfifoat, (int folder, const char *path, mode_t mode), folder, path, 0, 1, SYS_mknodat, folder, (long)path,
	(long)(mode | S_IFIFO), 0, 0)
BOTH(rename, (const char *from, const char *to), AT_FDCWD, from, AT_FDCWD, to, SYS_rename, (long)from, (long)to, 0, 0,
	0)
BOTH(renameat, (int a, const char *from, int b, const char *to), a, from, b, to, SYS_renameat, a, (long)from, b,
	(long)to, 0)
BOTH(renameat2, (int a, const char *from, int b, const char *to, unsigned flags), a, from, b, to, SYS_renameat2, a,
	(long)from, b, (long)to, flags)
BOTH(link, (const char *from, const char *to), AT_FDCWD, from, AT_FDCWD, to, SYS_link, (long)from, (long)to, 0, 0, 0)
BOTH(linkat, (int a, const char *from, int b, const char *to, int flags), a, from, b, to, SYS_linkat, a, (long)from, b,
	(long)to, flags)

/* The digest of a link's creation includes its target's text, not only the pointer. */
static int make_link(struct dr_use u, const char *to, int folder, const char *path)
{
	struct dr_path name = {folder, path, 1, AT_SYMLINK_NOFOLLOW, DR_CONTENTS_WRITTEN};
	if (!dr_self)
		return (int)dr_result(dr_kernel(SYS_symlinkat, (long)to, folder, (long)path, 0, 0, 0));
	dr_path_listed(&u);
	dr_path_begin(&u, &name, 1);
	long r = dr_kernel(SYS_symlinkat, (long)to, folder, (long)path, 0, 0, 0);
	uint64_t effect =
		dr_digest_bytes(dr_digest_bytes(SYS_symlinkat, to, dr_path_length(to)), path, dr_path_length(path));
	dr_use_end(&u, r == 0, effect, (uint64_t)r);
	return (int)dr_result(r);
}

DR_WAITING_WEAK(int, symlink, const char *to, const char *path)
{
	uint64_t spin = dr_spin_fingerprint();
	return make_link(dr_path_use("symlink", DR_SITE, spin), to, AT_FDCWD, path);
}

DR_WAITING_WEAK(int, symlinkat, const char *to, int folder, const char *path)
{
	uint64_t spin = dr_spin_fingerprint();
	return make_link(dr_path_use("symlinkat", DR_SITE, spin), to, folder, path);
}

static ssize_t read_link(struct dr_use u, int folder, const char *path, char *to, size_t room)
{
	char made[DR_PATH_LONGEST];
	size_t size = room < sizeof made ? room : sizeof made;
	if (!dr_self)
		return dr_result(dr_kernel(SYS_readlinkat, folder, (long)path, (long)to, (long)room, 0, 0));
	dr_path_begin(&u, &(struct dr_path){folder, path, 0, AT_SYMLINK_NOFOLLOW, DR_NAME_ONLY}, 1);
	long r = dr_kernel(SYS_readlinkat, folder, (long)path, (long)made, (long)size, 0, 0);
	dr_use_end(&u, 0, 0, r < 0 ? (uint64_t)r : dr_digest_bytes(1, made, (size_t)r));
	if (r > 0) {
		dr_plain_range(to, (size_t)r, DR_WRITES, u.call.site);
		dr_copy(to, made, (size_t)r);
	}
	return dr_result(r);
}

DR_WAITING_WEAK(ssize_t, readlink, const char *path, char *to, size_t room)
{
	uint64_t spin = dr_spin_fingerprint();
	return read_link(dr_path_use("readlink", DR_SITE, spin), AT_FDCWD, path, to, room);
}

DR_WAITING_WEAK(ssize_t, readlinkat, int folder, const char *path, char *to, size_t room)
{
	uint64_t spin = dr_spin_fingerprint();
	return read_link(dr_path_use("readlinkat", DR_SITE, spin), folder, path, to, room);
}

DR_WAITING_WEAK(int, remove, const char *path)
{
	uint64_t spin = dr_spin_fingerprint();
	struct stat s;
	int folder = dr_kernel(SYS_lstat, (long)path, (long)&s, 0, 0, 0, 0) == 0 && S_ISDIR(s.st_mode);
	struct dr_use u = dr_path_use("remove", DR_SITE, spin);
	dr_path_listed(&u);
	return (int)dr_path_call(u, &(struct dr_path){AT_FDCWD, path, 1, AT_SYMLINK_NOFOLLOW, DR_CONTENTS_WRITTEN}, 1,
		folder ? SYS_rmdir : SYS_unlink, (long)path, 0, 0, 0, 0);
}

ALSO(truncate, truncate64);
