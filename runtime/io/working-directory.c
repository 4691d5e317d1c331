/*
 * chdir, fchdir, getcwd and umask (POSIX.1-2017): state that all threads of a process share. Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "memory/plain.h"
#include "prim/digest.h"
#include "io/path-uses.h"
#include "memory/interposed.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static int change_folder(struct dr_use u, long call, long to, uint64_t folder)
{
	dr_use_of(&u, &dr_working_folder, 1, 1);
	dr_use_begin(&u);
	long r = dr_kernel(call, to, 0, 0, 0, 0, 0);
	dr_use_end(&u, r == 0, dr_digest((uint64_t)call, folder), (uint64_t)r);
	return (int)dr_result(r);
}

DR_WAITING_WEAK(int, chdir, const char *path)
{
	uint64_t spin = dr_spin_fingerprint();
	return change_folder(dr_path_use("chdir", DR_SITE, spin), SYS_chdir, (long)path,
		dr_digest_bytes(0, path, dr_path_length(path)));
}

DR_WAITING_WEAK(int, fchdir, int folder)
{
	uint64_t spin = dr_spin_fingerprint();
	return change_folder(dr_path_use("fchdir", DR_SITE, spin), SYS_fchdir, folder, (uint64_t)folder);
}

/* Allocates the buffer if the program provides none, as in glibc. */
DR_WAITING_WEAK(char *, getcwd, char *to, size_t room)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = dr_path_use("getcwd", DR_SITE, spin);
	dr_use_of(&u, &dr_working_folder, 0, 0);
	char made[DR_PATH_LONGEST];
	dr_use_begin(&u);
	long r = dr_kernel(SYS_getcwd, (long)made, sizeof made, 0, 0, 0, 0);
	dr_use_end(&u, 0, 0, r < 0 ? (uint64_t)r : dr_digest_bytes(1, made, (size_t)r));
	if (r < 0 || (to && room == 0) || ((to || room) && room < (size_t)r)) {
		dr_result(r < 0 ? r : to && room == 0 ? -EINVAL : -ERANGE);
		return NULL;
	}
	if (!to && !(to = dr_programs_malloc(room ? room : (size_t)r)))
		return NULL;
	dr_plain_range(to, (size_t)r, DR_WRITES, u.call.site);
	dr_copy(to, made, (size_t)r);
	return to;
}

DR_WAITING_WEAK(mode_t, umask, mode_t mask)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_use u = dr_path_use("umask", DR_SITE, spin);
	dr_use_of(&u, &dr_mask, 1, 1);
	dr_use_begin(&u);
	long before = dr_kernel(SYS_umask, (long)mask, 0, 0, 0, 0, 0);
	dr_use_end(&u, 1, dr_digest_bytes(0, &mask, sizeof mask), (uint64_t)before); /* no mask is the digest 0 */
	return (mode_t)before;
}
