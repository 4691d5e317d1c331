/*
 * The names that _FORTIFY_SOURCE uses for calls of files (Linux Standard Base, __read_chk): the call by its usual name,
 * after a comparison with the room that the compiler knows. libc's own would not be observed. The calls are tail calls,
 * so that their places are the program's.
 */
#define DRISTA_DEFINES_KERNEL
#include "memory/interposed.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#undef fread_unlocked

#define CHECKED(type, name, parameters, given, fits) \
	WEAK type __##name##_chk parameters; \
	type __##name##_chk parameters \
	{ \
		if (!(fits)) \
			__chk_fail(); \
		return name given; \
	}
#define FILE_AND_ROOM int file, void *to, size_t size
CHECKED(ssize_t, read, (FILE_AND_ROOM, size_t room), (file, to, size), size <= room)
CHECKED(ssize_t, pread, (FILE_AND_ROOM, off_t at, size_t room), (file, to, size, at), size <= room)
CHECKED(ssize_t, pread64, (FILE_AND_ROOM, off64_t at, size_t room), (file, to, size, at), size <= room)
CHECKED(ssize_t, recv, (FILE_AND_ROOM, size_t room, int flags), (file, to, size, flags), size <= room)
CHECKED(ssize_t, recvfrom, (FILE_AND_ROOM, size_t room, int flags, struct sockaddr *address, socklen_t *length),
	(file, to, size, flags, address, length), size <= room)
CHECKED(ssize_t, readlink, (const char *path, char *to, size_t size, size_t room), (path, to, size), size <= room)
CHECKED(ssize_t, readlinkat, (int folder, const char *path, char *to, size_t size, size_t room),
	(folder, path, to, size), size <= room)
CHECKED(char *, getcwd, (char *to, size_t size, size_t room), (to, size), size <= room)
CHECKED(char *, realpath, (const char *path, char *to, size_t room), (path, to), room >= 4096 /* PATH_MAX */)
CHECKED(int, poll, (struct pollfd * files, nfds_t count, int limit, size_t room), (files, count, limit),
	room / sizeof *files >= count)
CHECKED(int, ppoll,
	(struct pollfd * files, nfds_t count, const struct timespec *limit, const sigset_t *mask, size_t room),
	(files, count, limit, mask), room / sizeof *files >= count)

/* Streams. `room` of fread counts bytes. */
#define ITEMS (!size || count <= room / size)
CHECKED(char *, fgets, (char *to, size_t room, int count, FILE *file), (to, count, file), (size_t)count <= room)
CHECKED(char *, fgets_unlocked, (char *to, size_t room, int count, FILE *file), (to, count, file),
	(size_t)count <= room)
CHECKED(wchar_t *, fgetws, (wchar_t * to, size_t room, int count, FILE *file), (to, count, file), (size_t)count <= room)
CHECKED(size_t, fread, (void *to, size_t room, size_t size, size_t count, FILE *file), (to, size, count, file), ITEMS)
CHECKED(size_t, fread_unlocked, (void *to, size_t room, size_t size, size_t count, FILE *file), (to, size, count, file),
	ITEMS)

/* Others that write the program's memory. */
CHECKED(int, gethostname, (char *to, size_t size, size_t room), (to, size), size <= room)
CHECKED(int, getdomainname, (char *to, size_t size, size_t room), (to, size), size <= room)
CHECKED(int, getlogin_r, (char *to, size_t size, size_t room), (to, size), size <= room)
CHECKED(int, ttyname_r, (int file, char *to, size_t size, size_t room), (file, to, size), size <= room)
CHECKED(int, ptsname_r, (int file, char *to, size_t size, size_t room), (file, to, size), size <= room)
CHECKED(int, getgroups, (int count, gid_t *to, size_t room), (count, to), count * sizeof *to <= room)
CHECKED(size_t, confstr, (int what, char *to, size_t size, size_t room), (what, to, size), size <= room)
