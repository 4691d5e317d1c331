/* Loss of power (crash.h). */
#include "io/crash.h"
#include "io/after-crash.h"
#include "io/descriptions.h"
#include "io/disk.h"
#include "io/path-uses.h"
#include "core/launch.h"
#include "fiber/fiber.h"
#include "prim/copy.h"
#include "prim/digest.h"
#include "prim/real.h"
#include "thread-state/local-state.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#define PATH 4096u
#define DEPTH 64u

/* The order of calls that change files or make them durable. */
static struct dr_channel disk_cell;

static int in_run(void)
{
	return dr_self && !dr_standalone && dr_crashes();
}

void dr_crash_refuse(const char *what, const void *site)
{
	char text[200];
	if (!in_run())
		return;
	snprintf(text, sizeof text, "%s with --crash", what);
	dr_unsupported_at(text, site);
}

void dr_crash_main(void)
{
	if (in_run() && dr_crash_folder_failure())
		dr_unsupported(dr_crash_folder_failure());
}

/* The choices of one crash. */
struct crash {
	const void *site;
	struct dr_disk_names names;
	/* By file: what is left of it; the path under which the report names it; NULL: not decided yet. */
	struct left {
		const char *path;
		uint8_t *bytes;
		uint64_t size;
		mode_t mode;
	} left[DR_DISK_FILES];
};
static struct crash *crash;

void dr_crash_begin(void)
{
	if (!dr_crashes() || dr_launch.socket < 0)
		return;
	dr_crash_folder_begin();
	if (dr_crash_folder_failure())
		return;
	dr_disk_begin(dr_launch.crash);
	crash = dr_disk_room(sizeof *crash);
}

/* The text of a choice: one line for each value. */
static struct {
	char text[16384];
	size_t length;
	unsigned ways;
} choice;

static void way(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void way(const char *format, ...)
{
	va_list values;
	size_t room = sizeof choice.text - choice.length;
	va_start(values, format);
	int n = dr_real.vsnprintf(choice.text + choice.length, room, format, values);
	va_end(values);
	if (n < 0 || (size_t)n + 2 > room)
		dr_unsupported("so many versions of a file that is not durable (--crash)");
	for (int i = 0; i < n; i++) /* of a name; lines have a meaning */
		if (choice.text[choice.length + (size_t)i] == '\n')
			choice.text[choice.length + (size_t)i] = '?';
	choice.length += (size_t)n;
	choice.text[choice.length++] = '\n';
	choice.text[choice.length] = 0;
	choice.ways++;
}

/* Returns the value that the scheduler chooses. Without a choice there is no event. */
static unsigned choose(void)
{
	unsigned ways = choice.ways;
	choice.ways = 0;
	if (choice.length)
		choice.text[choice.length - 1] = 0;
	choice.length = 0;
	if (ways < 2)
		return 0;
	struct dr_event e = dr_event_at(DR_CHOOSE, crash->site);
	e.op = DR_POWER;
	e.value.lo = ways;
	e.text = dr_text(choice.text);
	if (!dr_wait(&e, NULL))
		e.result.lo = 0;
	dr_happened(&e);
	return (unsigned)e.result.lo;
}

/* Who has written it, in words. */
static const char *by(struct dr_disk_writer w, char text[96])
{
	char thread[16];
	if (!w.call)
		snprintf(text, 96, "at first");
	else
		snprintf(text, 96, "after %s of %s", w.call, dr_thread_text(&dr_thread[w.thread], thread));
	return text;
}

/* The versions of a page that differ, or of the size, the oldest first. */
static unsigned versions_of(const struct dr_disk_file *f, uint32_t page, size_t size, unsigned *found, unsigned room)
{
	unsigned n = 0, kept = 0;
	for (unsigned v = f->latest; v; v = dr_disk_version[v - 1].older)
		if (dr_disk_version[v - 1].page == page) {
			if (n == room)
				dr_unsupported("so many versions of a file that is not durable (--crash)");
			found[n++] = v - 1;
		}
	for (unsigned i = 0; i < n / 2; i++) {
		unsigned other = found[i];
		found[i] = found[n - 1 - i];
		found[n - 1 - i] = other;
	}
	for (unsigned i = 0; i < n; i++) {
		const struct dr_disk_version *a = &dr_disk_version[found[i]];
		unsigned j = 0;
		for (; j < kept; j++) {
			const struct dr_disk_version *b = &dr_disk_version[found[j]];
			if (page == DR_DISK_SIZE ? a->size == b->size && a->mode == b->mode
						 : dr_disk_same(a->bytes, b->bytes, size))
				break;
		}
		if (j == kept)
			found[kept++] = found[i];
	}
	return kept;
}

#define VERSIONS 4096u

/* Chooses what is left of a file, which has the path. */
static void choose_contents(unsigned file, const char *path)
{
	static unsigned found[VERSIONS];
	const struct dr_disk_file *f = &dr_disk->file[file];
	struct left *left = &crash->left[file];
	char text[96];
	*left = (struct left){path, NULL, f->size, f->mode};
	unsigned n = versions_of(f, DR_DISK_SIZE, 0, found, VERSIONS);
	for (unsigned i = 0; i < n; i++) {
		const struct dr_disk_version *v = &dr_disk_version[found[i]];
		way("%s: %lu bytes%s, as %s", path, (unsigned long)v->size, v->mode == f->mode ? "" : " and its mode",
			by(v->by, text));
	}
	if (n) {
		const struct dr_disk_version *v = &dr_disk_version[found[choose()]];
		left->size = v->size;
		left->mode = v->mode;
	}
	left->bytes = dr_disk_room(left->size + DR_DISK_PAGE);
	for (uint64_t at = 0; at < left->size; at += DR_DISK_PAGE) {
		size_t size = left->size - at < DR_DISK_PAGE ? left->size - at : DR_DISK_PAGE;
		n = versions_of(f, (uint32_t)(at / DR_DISK_PAGE), size, found, VERSIONS);
		for (unsigned i = 0; i < n; i++)
			way("%s, bytes %lu-%lu: as %s", path, (unsigned long)at, (unsigned long)(at + size - 1),
				by(dr_disk_version[found[i]].by, text));
		unsigned which = n ? choose() : 0;
		if (n)
			dr_raw_memcpy(left->bytes + at, dr_disk_version[found[which]].bytes, size);
		else if (at < f->room) /* behind all that was ever written are zeros */
			dr_raw_memcpy(left->bytes + at, f->bytes + at, size);
	}
}

/* Calls `each` for what is left in the folder, by name: the same in all runs. */
static void each_left(unsigned folder, const char *path, unsigned depth, void (*each)(unsigned file, const char *path))
{
	const char *last = NULL;
	if (depth == DEPTH)
		dr_unsupported("so many folders in folders (--crash)");
	for (;;) {
		const struct dr_disk_name *least = NULL;
		for (unsigned i = 0; i < crash->names.count; i++) {
			const struct dr_disk_name *name = &crash->names.name[i];
			if (name->folder == folder && (!last || dr_disk_order(name->name, last) > 0) &&
				(!least || dr_disk_order(name->name, least->name) < 0))
				least = name;
		}
		if (!least)
			return;
		last = least->name;
		size_t size = strlen(path) + strlen(last) + 2;
		char *whole = dr_disk_room(size);
		snprintf(whole, size, "%s%s%s", path, *path ? "/" : "", last);
		unsigned file = least->file;
		each(file, whole);
		if (dr_disk->file[file].is_folder)
			each_left(file, whole, depth + 1, each);
	}
}

static void decide(unsigned file, const char *path)
{
	if (!dr_disk->file[file].is_folder && !crash->left[file].path)
		choose_contents(file, path);
}

static _Noreturn void disk_fails(long error)
{
	dr_unsupported_at(error == -ENOSPC || error == -EDQUOT
				  ? "more space on the disk than there is, for what a crash leaves (--crash)"
				  : "files that cannot be made again after a crash (--crash)",
		crash->site);
}

static long must(long r)
{
	if (r < 0)
		disk_fails(r);
	return r;
}

/* Makes a file or folder again. */
static void make(unsigned file, const char *path)
{
	const struct dr_disk_file *f = &dr_disk->file[file];
	struct left *left = &crash->left[file];
	if (f->is_folder) {
		must(dr_kernel(SYS_mkdir, (long)path, 0700, 0, 0, 0, 0));
		return;
	}
	if (left->path != path && dr_disk_order(left->path, path) != 0) {
		must(dr_kernel(SYS_link, (long)left->path, (long)path, 0, 0, 0, 0));
		return;
	}
	long number = must(
		dr_kernel(SYS_open, (long)path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600, 0, 0, 0));
	for (uint64_t done = 0; done < left->size;)
		done += (uint64_t)must(
			dr_kernel(SYS_write, number, (long)(left->bytes + done), (long)(left->size - done), 0, 0, 0));
	must(dr_kernel(SYS_fchmod, number, left->mode & 07777, 0, 0, 0, 0));
	dr_kernel(SYS_close, number, 0, 0, 0, 0, 0);
}

/* The permissions of a folder come last: it may not be writable. */
static void finish(unsigned file, const char *path)
{
	if (dr_disk->file[file].is_folder)
		must(dr_kernel(SYS_chmod, (long)path, dr_disk->file[file].mode & 07777, 0, 0, 0, 0));
}

/* The power is lost: the execution ends here. */
static _Noreturn void power_is_lost(void)
{
	static struct dr_after_crash result;
	if (dr_disk->operations) {
		for (unsigned i = 0; i <= dr_disk->operations; i++)
			way("names: %u of %u %s on disk", i, dr_disk->operations,
				dr_disk->operations == 1 ? "change is" : "changes are");
	}
	dr_disk_names_after(&crash->names, choose());
	each_left(DR_DISK_ROOT, "", 0, decide);
	must(dr_kernel(SYS_chdir, (long)dr_launch.crash, 0, 0, 0, 0, 0));
	must(dr_crash_folder_empty(dr_disk->file[DR_DISK_ROOT].number));
	each_left(DR_DISK_ROOT, "", 0, make);
	each_left(DR_DISK_ROOT, "", 0, finish);
	dr_after_crash_run(&result);
	if (result.text[0])
		dr_error(DR_AFTER_CRASH, 0, crash->site, "%s", result.text);
	struct dr_event e = dr_event_at(DR_ASSUME_FAILED, crash->site);
	e.op = DR_AFTER_POWER;
	dr_happened(&e);
	dr_stop(DR_STOPPED);
}

/* Is the power lost here? */
static void point(const void *site)
{
	crash->site = site;
	dr_local_unknown(); /* what is on the disk is no part of the thread's state */
	way("power is not lost");
	way("power is lost");
	if (choose())
		power_is_lost();
}

static int has_news(void)
{
	int news = dr_disk->operations != 0;
	for (unsigned i = 0; i < dr_disk->files; i++)
		news |= dr_disk_has_news(&dr_disk->file[i]);
	return news;
}

static struct dr_disk_writer writer(const struct dr_use *u)
{
	return (struct dr_disk_writer){u->call.name, u->call.site, dr_self->number};
}

static int begun; /* has the power been able to go in this run? */

/* Whatever a call has changed without a word of it. */
static void look(const struct dr_use *u)
{
	if (dr_disk_look(writer(u)))
		dr_crash_refuse("a change of a file by a call that drista does not follow", u->call.site);
}

/* How often the process has called write and the like, according to the kernel (proc(5), io); -1: it does not say. */
static long writes(void)
{
	char text[512];
	static const char word[] = "syscw: ";
	long file = dr_kernel(SYS_open, (long)"/proc/self/io", O_RDONLY | O_CLOEXEC, 0, 0, 0, 0),
	     n = file < 0 ? 0 : dr_kernel(SYS_read, file, (long)text, sizeof text - 1, 0, 0, 0);
	if (file >= 0)
		dr_kernel(SYS_close, file, 0, 0, 0, 0, 0);
	text[n > 0 ? n : 0] = 0;
	for (const char *at = text; *at; at++)
		if (dr_disk_same((const uint8_t *)at, (const uint8_t *)word, sizeof word - 1))
			return (long)dr_decimal(at + sizeof word - 1);
	return -1;
}

static long writes_before;

/* The file that the call makes durable with what it writes (O_SYNC); NULL: none. Found before the call: fclose closes
 * the descriptor. */
static struct dr_disk_file *synchronous;

/* Do the bytes that such calls write reach the disk before they return (O_SYNC, O_DSYNC)? */
static int is_synchronous(const struct dr_use *u, int number)
{
	static const char *const not [] = {
		"ftruncate", "fallocate", "posix_fallocate", "fchmod", "open", "openat", "creat", "freopen"};
	for (unsigned i = 0; i < sizeof not / sizeof *not ; i++)
		if (!dr_disk_order(u->call.name, not [i]))
			return 0;
	long flags = number < 0 ? 0 : dr_kernel(SYS_fcntl, number, F_GETFL, 0, 0, 0, 0);
	return flags > 0 && (flags & O_DSYNC);
}

void dr_crash_before(const struct dr_use *u)
{
	if (!in_run() || !dr_use_has(u, &disk_cell))
		return;
	look(u);
	int number = u->call.held.apart ? u->call.held.number : u->call.file;
	synchronous = is_synchronous(u, number) ? dr_disk_file_of(number) : NULL;
	writes_before = writes();
}

/* A file becomes durable; NULL: everything does. */
static void make_durable(const struct dr_use *u, struct dr_disk_file *f)
{
	int news = !f ? has_news() : f->is_folder ? dr_disk->operations != 0 : dr_disk_has_news(f);
	if (!news)
		return;
	begun = 1;
	point(u->call.site);
	for (unsigned i = 0; i < dr_disk->files; i++)
		if (!f || f == &dr_disk->file[i])
			dr_disk_sync_file(&dr_disk->file[i]);
	if (!f || f->is_folder)
		dr_disk_sync_names();
	disk_cell.count = dr_disk->digest >> 2;
}

int dr_crash_sync(const struct dr_use *u, int number)
{
	struct dr_disk_file *f = number == DR_ALL_FILES ? NULL : dr_disk_file_of(number);
	if (number != DR_ALL_FILES && !f)
		return 0;
	look(u);
	make_durable(u, f);
	return 1;
}

/* Does the call change what is in the buffer of a stream? */
static int uses_buffer(const struct dr_use *u)
{
	for (unsigned i = 0; i < u->count; i++)
		if (u->of[i].cell == &disk_cell)
			return u->of[i].changes;
	return 0;
}

/* What is there between two writes of one call is not seen. */
static void wrote_once(const struct dr_use *u)
{
	if (writes_before < 0 || writes() > writes_before + 1)
		dr_crash_refuse(
			writes_before < 0
				? "a kernel that does not count calls of write (/proc/self/io)"
				: "a call of libc that writes a file several times (of a stream with a small buffer)",
			u->call.site);
}

void dr_crash_after(struct dr_use *u, int changed, uint64_t effect)
{
	if (!changed || !in_run() || !dr_use_has(u, &disk_cell))
		return;
	if (uses_buffer(u)) {
		dr_disk->digest = dr_digest(dr_digest(dr_disk->digest, effect), (uint64_t)u->call.file);
		disk_cell.count = dr_disk->digest >> 2;
	}
	if (!dr_disk_look(writer(u)))
		return;
	wrote_once(u);
	disk_cell.count = dr_disk->digest >> 2;
	if (synchronous)
		make_durable(u, synchronous);
}

/* May the stream have characters that are not written yet? A wide one has a buffer that only libc knows. */
static int is_pending(FILE *file)
{
	return file->_mode > 0 ? __fwriting(file) : file->_IO_write_ptr > file->_IO_write_base;
}

/* Flushes one stream after the other, as exit does. */
static void flush_streams(int (*flush)(FILE *), const struct dr_use *u)
{
	extern FILE *_IO_list_all;
	for (FILE *file = _IO_list_all; file; file = file->_chain) {
		if (!is_pending(file))
			continue;
		synchronous = is_synchronous(u, file->_fileno) ? dr_disk_file_of(file->_fileno) : NULL;
		writes_before = writes();
		flush(file);
		if (!dr_disk_look(writer(u)))
			continue;
		wrote_once(u);
		if (synchronous)
			make_durable(u, synchronous);
	}
}

void dr_crash_last(int flushes, const void *site)
{
	static int (*flush)(FILE *);
	dr_real_one(&flush, "fflush");
	if (!in_run())
		return;
	struct dr_use u = dr_path_use("exit", site, 0);
	dr_crash_use(&u);
	dr_use_begin(&u);
	if (flushes) {
		flush_streams(flush, &u);
		disk_cell.count = dr_disk->digest >> 2;
	} else
		look(&u);
	if (!begun || has_news())
		point(site);
	dr_use_end(&u, 0, 0, 0);
}

void dr_crash_use(struct dr_use *u)
{
	if (in_run())
		dr_use_of(u, &disk_cell, 1, 0);
}

void dr_crash_use_buffer(struct dr_use *u)
{
	if (in_run())
		dr_use_of(u, &disk_cell, 1, 1);
}

void dr_crash_number(int number, const void *site)
{
	struct stat s;
	if (!in_run() || dr_kernel(SYS_fstat, number, (long)&s, 0, 0, 0, 0) < 0 || !S_ISREG(s.st_mode) ||
		s.st_nlink == 0 || (dr_kernel(SYS_fcntl, number, F_GETFL, 0, 0, 0, 0) & O_ACCMODE) == O_RDONLY ||
		dr_disk_file_of(number))
		return;
	dr_crash_refuse("a change of a file outside the working folder", site);
}

void dr_crash_mapping(int number, const void *site)
{
	struct stat s;
	if (in_run() && dr_kernel(SYS_fstat, number, (long)&s, 0, 0, 0, 0) == 0 && S_ISREG(s.st_mode) &&
		(s.st_nlink || dr_disk_file_of(number))) /* a name that is gone may still be on the disk */
		dr_crash_refuse("mmap of a file for writing (MAP_SHARED)", site);
}

void dr_crash_path(int folder, const char *path, const void *site)
{
	char whole[DR_PATH_WHOLE];
	struct stat s;
	size_t n = 0;
	if (!in_run())
		return;
	if (dr_kernel(SYS_newfstatat, folder, (long)path, (long)&s, 0, 0, 0) == 0 && !S_ISREG(s.st_mode) &&
		!S_ISDIR(s.st_mode) && !S_ISBLK(s.st_mode))
		return;
	if (!dr_path_whole(folder, path, whole))
		return; /* the call fails: there is no such folder */
	while (dr_launch.crash[n] && whole[n] == dr_launch.crash[n])
		n++;
	if (dr_launch.crash[n] || whole[n] != '/')
		dr_crash_refuse("a change of a file outside the working folder", site);
}
