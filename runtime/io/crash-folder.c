/* The working folder of runs that crash (crash-folder.h). */
#include "io/crash-folder.h"
#include "io/exclusive-run.h"
#include "core/internal.h"
#include "core/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#define DEPTH 64 /* of folders in folders */
#define ENTRY_TYPE 18 /* getdents64(2): where d_type and d_name lie */
#define ENTRY_NAME 19

static long call(long number, long a, long b, long c, long d)
{
	return dr_kernel(number, a, b, c, d, 0, 0);
}

int dr_crashes(void)
{
	return dr_launch.crash != NULL;
}

/* Calls `each` for the names in the folder, in the kernel's order, until it fails. */
static long each_name(int folder, long (*each)(int folder, const char *name, int depth, int to), int depth, int to)
{
	char buffer[2048] __attribute__((aligned(8)));
	long r = 0, n;
	call(SYS_lseek, folder, 0, SEEK_SET, 0);
	while (r >= 0 && (n = call(SYS_getdents64, folder, (long)buffer, sizeof buffer, 0)) > 0)
		for (long at = 0; r >= 0 && at < n; at += *(unsigned short *)(buffer + at + 16)) {
			const char *name = buffer + at + ENTRY_NAME;
			if (name[0] != '.' || (name[1] && (name[1] != '.' || name[2])))
				r = each(folder, name, depth, to);
		}
	return r < 0 ? r : 0;
}

static long folder_at(int folder, const char *name)
{
	return call(SYS_openat, folder, (long)name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
}

static long any(int folder, const char *name, int depth, int unused)
{
	(void)folder, (void)name, (void)depth, (void)unused;
	return -1;
}

static long remove_all(int folder, int depth);

static long remove_one(int folder, const char *name, int depth, int unused)
{
	(void)unused;
	if (call(SYS_unlinkat, folder, (long)name, 0, 0) == 0)
		return 0;
	call(SYS_fchmodat, folder, (long)name, 0700, 0); /* the program may have taken the right away */
	long number = depth == DEPTH ? -ELOOP : folder_at(folder, name);
	if (number < 0)
		return number;
	long r = remove_all((int)number, depth + 1);
	call(SYS_close, number, 0, 0, 0);
	return r < 0 ? r : call(SYS_unlinkat, folder, (long)name, AT_REMOVEDIR, 0);
}

/* Where names go while they are listed, the kernel may leave some out (getdents64). */
static long remove_all(int folder, int depth)
{
	long r;
	do
		r = each_name(folder, remove_one, depth, 0);
	while (r == 0 && each_name(folder, any, 0, 0) < 0);
	return r;
}

long dr_crash_folder_empty(int number)
{
	return remove_all(number, 0);
}

static long copy_file(int from, int to)
{
	char bytes[4096];
	for (;;) {
		long n = call(SYS_read, from, (long)bytes, sizeof bytes, 0), done = 0;
		if (n <= 0)
			return n;
		while (done < n) {
			long r = call(SYS_write, to, (long)(bytes + done), n - done, 0);
			if (r < 0)
				return r;
			done += r;
		}
	}
}

static long copy_one(int folder, const char *name, int depth, int to)
{
	struct stat s;
	long r = call(SYS_newfstatat, folder, (long)name, (long)&s, AT_SYMLINK_NOFOLLOW), in = -1, out = -1;
	if (r < 0)
		return r;
	if (!S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode))
		return -EMEDIUMTYPE; /* a link, a pipe and so on; no call here fails with this */
	in = call(SYS_openat, folder, (long)name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0);
	if (in < 0)
		return in;
	if (S_ISDIR(s.st_mode)) {
		r = depth == DEPTH ? -ELOOP : call(SYS_mkdirat, to, (long)name, 0700, 0);
		if (r == 0 && (r = out = folder_at(to, name)) >= 0)
			r = each_name((int)in, copy_one, depth + 1, (int)out);
	} else {
		r = out = call(SYS_openat, to, (long)name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		if (r >= 0)
			r = copy_file((int)in, (int)out);
	}
	if (r >= 0)
		r = call(SYS_fchmod, out, s.st_mode & 07777, 0, 0);
	if (out >= 0)
		call(SYS_close, out, 0, 0, 0);
	call(SYS_close, in, 0, 0, 0);
	return r;
}

/* Why there is no folder; the first run says so. */
static int constructors; /* have they used the folder? */
static char failure[3 * 4096];

static void stop(const char *text)
{
	size_t n = 0;
	for (; text[n] && n < sizeof failure - 1; n++)
		failure[n] = text[n];
	failure[n] = 0;
}

const char *dr_crash_folder_failure(void)
{
	return failure[0] ? failure : NULL;
}

static const char *meaning(long error)
{
	switch (-error) {
	case ENOSPC:
	case EDQUOT: return "no space is left on the disk";
	case EACCES:
	case EPERM: return "permission denied";
	case EMEDIUMTYPE: return "there is something else in it than files and folders (a link?)";
	case ELOOP: return "there are too many folders in folders, or links";
	case ENOENT: return "a file or folder does not exist";
	case EROFS: return "the disk cannot be written";
	default: return "a call of the kernel fails";
	}
}

static void fails(const char *what, const char *path, long error)
{
	static char text[3 * 4096];
	size_t n = 0;
	const char *part[] = {"a folder for --crash: drista cannot ", what, " ", path, ": ", meaning(error)};
	for (unsigned i = 0; i < sizeof part / sizeof *part; i++)
		for (const char *at = part[i]; *at && n < sizeof text - 1; at++)
			text[n++] = *at;
	text[n] = 0;
	stop(text);
}

/* Opens the folder, and makes it where there is none. A link, or a folder of another user, is not ours. */
static long open_folder(void)
{
	struct stat s;
	const char *path = dr_launch.crash;
	long number;
	do {
		long made = call(SYS_mkdir, (long)path, 0700, 0, 0);
		if (made < 0 && made != -EEXIST)
			return made;
		number = folder_at(AT_FDCWD, path);
	} while (number == -ENOENT); /* another check has just ended */
	if (number >= 0 && (call(SYS_fstat, number, (long)&s, 0, 0) < 0 || s.st_uid != call(SYS_geteuid, 0, 0, 0, 0))) {
		call(SYS_close, number, 0, 0, 0);
		return -EPERM;
	}
	return number;
}

static void begin(void)
{
	long number = open_folder(), from = -1, r;
	failure[0] = 0;
	if (number < 0) {
		fails("make the folder", dr_launch.crash, number);
		return;
	}
	if ((r = call(SYS_fchdir, number, 0, 0, 0)) < 0 || (r = dr_crash_folder_empty((int)number)) < 0)
		fails("empty the folder", dr_launch.crash, r);
	if (dr_launch.crash_from) {
		r = from = call(SYS_open, (long)dr_launch.crash_from, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0);
		if (r >= 0)
			r = each_name((int)from, copy_one, 0, (int)number);
		if (r < 0)
			fails("copy the folder", dr_launch.crash_from, r);
		call(SYS_close, from, 0, 0, 0);
	}
	call(SYS_close, number, 0, 0, 0);
}

void dr_crash_folder_first(void)
{
	if (!dr_crashes())
		return;
	dr_run_lock();
	begin();
}

void dr_crash_folder_begin(void)
{
	if (!constructors)
		dr_crash_folder_first();
}

/* Are the two folders equal, as far as names, sizes and contents go? */
static long differs(int folder, const char *name, int depth, int other)
{
	struct stat a, b;
	char bytes[2][4096];
	if (call(SYS_newfstatat, folder, (long)name, (long)&a, AT_SYMLINK_NOFOLLOW) < 0 ||
		call(SYS_newfstatat, other, (long)name, (long)&b, AT_SYMLINK_NOFOLLOW) < 0 || a.st_mode != b.st_mode ||
		(S_ISREG(a.st_mode) && a.st_size != b.st_size))
		return -1;
	long one = call(SYS_openat, folder, (long)name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0),
	     two = call(SYS_openat, other, (long)name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0),
	     r = one < 0 || two < 0 ? -1 : 0, n = 1;
	if (r == 0 && S_ISDIR(a.st_mode))
		r = each_name((int)one, differs, depth + 1, (int)two);
	while (r == 0 && S_ISREG(a.st_mode) && n > 0) {
		n = call(SYS_read, one, (long)bytes[0], sizeof bytes[0], 0);
		if (n != call(SYS_read, two, (long)bytes[1], sizeof bytes[1], 0))
			r = -1;
		for (long i = 0; r == 0 && i < n; i++)
			r = bytes[0][i] == bytes[1][i] ? 0 : -1;
	}
	call(SYS_close, one, 0, 0, 0);
	call(SYS_close, two, 0, 0, 0);
	return r;
}

/* Does a descriptor of the program refer to a file in the folder? */
static long is_open(int folder, const char *name, int depth, int unused)
{
	char path[4096];
	(void)depth, (void)unused;
	long n = call(SYS_readlinkat, folder, (long)name, (long)path, sizeof path - 1), i = 0;
	path[n < 0 ? 0 : n] = 0;
	while (dr_launch.crash[i] && path[i] == dr_launch.crash[i])
		i++;
	return dr_launch.crash[i] || path[i] != '/' ? 0 : -1;
}

void dr_crash_folder_ready(void)
{
	if (!dr_crashes() || failure[0]) {
		dr_run_unlock();
		return;
	}
	long number = folder_at(AT_FDCWD, dr_launch.crash), from = -1, wrong = number < 0;
	if (!wrong && dr_launch.crash_from) {
		from = call(SYS_open, (long)dr_launch.crash_from, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0);
		wrong = from < 0 || each_name((int)from, differs, 0, (int)number) < 0 ||
			each_name((int)number, differs, 0, (int)from) < 0;
	} else if (!wrong)
		wrong = each_name((int)number, any, 0, 0) < 0;
	long files = call(SYS_open, (long)"/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0);
	wrong |= files >= 0 && each_name((int)files, is_open, 0, 0) < 0;
	if (wrong)
		stop("constructors that open or change files in the working folder of --crash");
	constructors = wrong;
	call(SYS_close, files, 0, 0, 0);
	call(SYS_close, number, 0, 0, 0);
	if (from >= 0)
		call(SYS_close, from, 0, 0, 0);
	dr_run_unlock();
}

void dr_crash_folder_remove(void)
{
	if (!dr_crashes() || !dr_run_try_lock())
		return;
	long number = folder_at(AT_FDCWD, dr_launch.crash);
	if (number < 0)
		return;
	if (dr_crash_folder_empty((int)number) == 0)
		call(SYS_rmdir, (long)dr_launch.crash, 0, 0, 0);
	call(SYS_close, number, 0, 0, 0);
}
