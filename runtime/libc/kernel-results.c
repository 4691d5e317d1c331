/*
 * Functions that write what the system says of the process and the machine: uname, getrlimit, sigaction and so on
 * (interposed.h), and functions on sets of signals.
 */
#define DRISTA_DEFINES_KERNEL
#include "memory/plain.h"
#include "libc/results.h"
#include "pthread/signals.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

WRITES(int, uname, struct utsname, (struct utsname * to), (made), NOTHING, r == 0)
WRITES(clock_t, times, struct tms, (struct tms * to), (made), NOTHING, 1)
WRITES(int, getrusage, struct rusage, (int who, struct rusage *to), (who, made), NOTHING, r == 0)
WRITES(int, getrlimit, struct rlimit, (int what, struct rlimit *to), (what, made), NOTHING, r == 0)
WRITES(int, getrlimit64, struct rlimit64, (int what, struct rlimit64 *to), (what, made), NOTHING, r == 0)
WRITES(int, sysinfo, struct sysinfo, (struct sysinfo * to), (made), NOTHING, r == 0)
WRITES(int, statvfs, struct statvfs, (const char *path, struct statvfs *to), (path, made), READS_TEXT(path), r == 0)
WRITES(int, fstatvfs, struct statvfs, (int file, struct statvfs *to), (file, made), NOTHING, r == 0)
WRITES(int, statfs, struct statfs, (const char *path, struct statfs *to), (path, made), READS_TEXT(path), r == 0)
WRITES(int, fstatfs, struct statfs, (int file, struct statfs *to), (file, made), NOTHING, r == 0)
WRITES(int, clock_getres, struct timespec, (clockid_t id, struct timespec *to), (id, made), NOTHING, r == 0)

/* Texts: libc writes as many bytes as it says, or up to the zero. */
#define WRITES_TEXT(type, name, parameters, given, done) \
	DR_WRAPPER(type, name, parameters) \
	{ \
		DR_REAL(type, name, parameters); \
		char made[512]; \
		size_t most = room < sizeof made ? room : sizeof made; \
		dr_raw_memset(made, 0xff, most); \
		type r = real given; \
		if (done) { \
			size_t length = dr_length(made, most); \
			dr_writes(to, made, length < most ? length + 1 : most, DR_SITE); \
		} \
		return r; \
	}
#define TEXT(name) WRITES_TEXT(int, name, (char *to, size_t room), (made, most), r == 0)
TEXT(gethostname)
TEXT(getdomainname)
TEXT(getlogin_r)
WRITES_TEXT(int, ttyname_r, (int file, char *to, size_t room), (file, made, most), r == 0)
WRITES_TEXT(int, ptsname_r, (int file, char *to, size_t room), (file, made, most), r == 0)
WRITES_TEXT(int, __xpg_strerror_r, (int error, char *to, size_t room), (error, made, most), most > 0)
WRITES_TEXT(size_t, confstr, (int what, char *to, size_t room), (what, most ? made : NULL, most), r &&most)

/* GNU's may return a text of its own, and write nothing. */
WEAK char *dr_strerror_r(int error, char *to, size_t room) __asm__("strerror_r");
char *dr_strerror_r(int error, char *to, size_t room)
{
	static char *(*real)(int, char *, size_t);
	dr_real_one(&real, "strerror_r");
	char made[512];
	char *text = real(error, made, room < sizeof made ? room : sizeof made);
	if (text != made)
		return text;
	dr_writes(to, made, dr_length(made, sizeof made) + 1, DR_SITE);
	return to;
}

WEAK int dr_getgroups(int room, gid_t *to) __asm__("getgroups");
int dr_getgroups(int room, gid_t *to)
{
	static int (*real)(int, gid_t *);
	dr_real_one(&real, "getgroups");
	if (room <= 0 || !dr_self)
		return real(room, to);
	size_t size = (size_t)room * sizeof *to;
	gid_t *made = dr_scratch(&size);
	int n = real(room, made);
	if (n > 0)
		dr_writes(to, made, (size_t)n * sizeof *to, DR_SITE);
	dr_scratch_done(made, size);
	return n;
}

#define WRITES_IDS(name, type) \
	DR_WRAPPER(int, name, (type * real_id, type * effective, type * saved)) \
	{ \
		DR_REAL(int, name, (type * real_id, type * effective, type * saved)); \
		type made[3]; \
		int r = real(&made[0], &made[1], &made[2]); \
		dr_writes(real_id, &made[0], sizeof *made, DR_SITE); \
		dr_writes(effective, &made[1], sizeof *made, DR_SITE); \
		dr_writes(saved, &made[2], sizeof *made, DR_SITE); \
		return r; \
	}
WRITES_IDS(getresuid, uid_t)
WRITES_IDS(getresgid, gid_t)

/* Signals. Of a set, only the first word is used. */
#define IF(pointer, announces) \
	if (pointer) \
	announces
#define WORD sizeof(unsigned long)
#define SET(name, parameters, given, reads) WRITES_BYTES(int, name, sigset_t, WORD, parameters, given, reads, r == 0)
#define MASK(name) \
	DR_WRAPPER(int, name, (int how, const sigset_t *new, sigset_t *to)) \
	{ \
		DR_REAL(int, name, (int how, const sigset_t *new, sigset_t *to)); \
		IF(new, dr_plain_range(new, WORD, DR_READS, DR_SITE)); \
		sigset_t made; \
		dr_signals_begin(); \
		int r = real(how, new, &made); \
		dr_signals_changed(); \
		if (r == 0) \
			IF(to, dr_writes(to, &made, WORD, DR_SITE)); \
		return r; \
	}
MASK(sigprocmask)
MASK(pthread_sigmask)
SET(sigpending, (sigset_t * to), (made), NOTHING)
SET(sigemptyset, (sigset_t * to), (made), NOTHING)
SET(sigfillset, (sigset_t * to), (made), NOTHING)
WRITES(int, sigaction, struct sigaction, (int number, const struct sigaction *new, struct sigaction *to),
	(number, new, made), IF(new, READS(new)), r == 0)

#define OF_SET(name, set_type, changes) \
	WEAK int name(set_type *set, int number); \
	int name(set_type *set, int number) \
	{ \
		REAL(name); \
		dr_plain_range(set, WORD, DR_READS, DR_SITE); \
		sigset_t copy = *set; \
		int r = real(&copy, number); \
		if ((changes) && r == 0) \
			dr_writes((sigset_t *)(uintptr_t)set, &copy, WORD, DR_SITE); \
		return r; \
	}
OF_SET(sigaddset, sigset_t, 1)
OF_SET(sigdelset, sigset_t, 1)
OF_SET(sigismember, const sigset_t, 0)

/* The kernel writes at most `*size` bytes, and says how many. */
WEAK int getsockopt(int number, int level, int option, void *to, socklen_t *size);
int getsockopt(int number, int level, int option, void *to, socklen_t *size)
{
	REAL(getsockopt);
	size_t room = DR_SCRATCH;
	char *made = dr_scratch(&room);
	dr_plain_range(size, sizeof *size, DR_READS, DR_SITE);
	socklen_t there = *size < room ? *size : (socklen_t)room;
	int r = real(number, level, option, made, &there);
	if (r == 0) {
		dr_writes(to, made, there, DR_SITE);
		dr_writes(size, &there, sizeof there, DR_SITE);
	}
	return r;
}
