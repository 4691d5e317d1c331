/*
 * Calls that make files durable (POSIX.1-2017 fsync, fdatasync, sync; Linux syncfs). Without --crash they do nothing
 * that the program could see. Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "io/crash.h"
#include "io/calls.h"
#include "io/descriptions.h"
#include "io/file-table.h"
#include "thread-state/spin.h"

#include <sys/syscall.h>
#include <unistd.h>

/* `all`: the call is about all files, not only that of the descriptor. */
static int make_durable(const char *name, long number_of_call, int number, int all, const void *site, uint64_t spin)
{
	if (!dr_self || !dr_crashes()) {
		dr_changed();
		return (int)SYSTEM(number_of_call, (long)number);
	}
	struct dr_use u = {.call = dr_file_call(name, number, site, spin)};
	dr_crash_use(&u);
	dr_use_begin(&u);
	int file = u.call.held.number, done = 0;
	if (!all || dr_kernel(SYS_fcntl, file, 1, 0, 0, 0, 0) >= 0) /* F_GETFD: is there a file? */
		done = dr_crash_sync(&u, all ? DR_ALL_FILES : file);
	long r = done ? 0 : dr_kernel(number_of_call, file, 0, 0, 0, 0, 0);
	dr_use_end(&u, 0, 0, (uint64_t)r);
	return (int)dr_result(r);
}

DR_WAITING_WEAK(int, fsync, int number)
{
	uint64_t spin = dr_spin_fingerprint();
	return make_durable("fsync", SYS_fsync, number, 0, DR_SITE, spin);
}

DR_WAITING_WEAK(int, fdatasync, int number)
{
	uint64_t spin = dr_spin_fingerprint();
	return make_durable("fdatasync", SYS_fdatasync, number, 0, DR_SITE, spin);
}

DR_WAITING_WEAK(int, syncfs, int number)
{
	uint64_t spin = dr_spin_fingerprint();
	return make_durable("syncfs", SYS_syncfs, number, 1, DR_SITE, spin);
}

DR_WAITING_WEAK(void, sync, void)
{
	uint64_t spin = dr_spin_fingerprint();
	if (!dr_self || !dr_crashes()) {
		dr_changed();
		SYSTEM(SYS_sync, 0l);
		return;
	}
	struct dr_use u = {.call = dr_file_call("sync", -1, DR_SITE, spin)};
	dr_crash_use(&u);
	dr_use_begin(&u);
	dr_crash_sync(&u, DR_ALL_FILES);
	dr_use_end(&u, 0, 0, 0);
}
