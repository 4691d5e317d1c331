/* What file descriptors stand for (descriptions.h). */
#include "prim/digest.h"
#include "io/descriptions.h"
#include "io/crash.h"
#include "io/exclusive-run.h"
#include "fiber/fiber.h"
#include "io/file-table.h"
#include "io/numbers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NUMBERS DR_NUMBERS
#define FILES 4096u

static struct dr_description description[NUMBERS];
static struct {
	uint64_t device, inode, birth;
	struct dr_channel *cell;
} file[FILES];
static unsigned opened[DR_THREADS];

struct identity {
	uint64_t device, inode, birth;
	unsigned links, mode;
};

/* Identifies a file. The creation time distinguishes reuses of an inode number. Returns 0 if there is no file, or none
 * through which threads can communicate. */
static int identify(int folder, const char *path, int flags, struct identity *id)
{
	struct statx s;
	if (dr_kernel(SYS_statx, folder, (long)path, flags, STATX_BASIC_STATS | STATX_BTIME, (long)&s, 0) < 0)
		return 0;
	*id = (struct identity){
		(uint64_t)s.stx_dev_major << 32 | s.stx_dev_minor, s.stx_ino, 0, s.stx_nlink, s.stx_mode};
	if (s.stx_mask & STATX_BTIME)
		id->birth = (uint64_t)s.stx_btime.tv_sec * 1000000000 + s.stx_btime.tv_nsec;
	return S_ISREG(s.stx_mode) || S_ISFIFO(s.stx_mode) || S_ISBLK(s.stx_mode) || S_ISSOCK(s.stx_mode);
}

/* The cell of a file, named by the path by which the run first used it: inode numbers differ between runs. */
static struct dr_channel *name_of(int number)
{
	char link[64], path[4096];
	snprintf(link, sizeof link, "/proc/self/fd/%d", number);
	ssize_t n = readlink(link, path, sizeof path - 1);
	path[n < 0 ? 0 : n] = 0;
	return dr_cell_of(path, 1);
}

/* `name`: the name of the cell if the file is new; NULL: its path. */
static struct dr_channel *cell_of(struct identity id, int number, const char *name)
{
	unsigned i = (unsigned)(dr_digest(dr_digest(id.device, id.inode), id.birth) % FILES);
	for (unsigned tries = 0; tries < 64; tries++, i = (i + 1) % FILES) {
		if (file[i].cell && file[i].device == id.device && file[i].inode == id.inode &&
			file[i].birth == id.birth)
			return file[i].cell;
		if (file[i].cell)
			continue;
		file[i].device = id.device;
		file[i].inode = id.inode;
		file[i].birth = id.birth;
		if (name)
			return file[i].cell = dr_cell_of(name, 1);
		return file[i].cell = id.links > 1 && !S_ISSOCK(id.mode) ? &dr_linked : name_of(number);
	}
	return &dr_linked;
}

struct dr_channel *dr_cell_of_file(int folder, const char *path, int flags)
{
	struct identity id;
	if (!identify(folder, path, flags, &id))
		return NULL;
	long number = dr_kernel(SYS_openat, folder, (long)path,
		O_PATH | O_CLOEXEC | (flags & AT_SYMLINK_NOFOLLOW ? O_NOFOLLOW : 0), 0, 0, 0);
	if (number < 0)
		return NULL;
	struct dr_channel *cell = cell_of(id, (int)number, NULL);
	dr_kernel(SYS_close, number, 0, 0, 0, 0, 0);
	return cell;
}

struct dr_description *dr_description_of(int number)
{
	struct identity id;
	if (!dr_self || number < 0 || dr_file_of(number))
		return NULL;
	if (number <= 2 && !description[number].own)
		return NULL;
	if (!identify(number, "", AT_EMPTY_PATH, &id))
		return NULL;
	if (number >= NUMBERS)
		dr_unsupported("a file descriptor with so high a number");
	struct dr_description *d = &description[number];
	if (d->known && d->device == id.device && d->inode == id.inode && d->birth == id.birth)
		return d;
	unsigned own = d->own, prints = d->prints;
	*d = (struct dr_description){id.device, id.inode, id.birth, cell_of(id, number, NULL),
		dr_cell_of_offset(0, (unsigned)number), 1, own, 0, prints};
	return d;
}

int dr_description_made(int made, const void *site)
{
	static unsigned count[DR_THREADS];
	char name[64];
	struct identity id;
	if (made < 0 || !dr_self)
		return made;
	snprintf(name, sizeof name, "file %u of thread %u", count[dr_self->number]++, dr_self->number);
	if (identify(made, "", AT_EMPTY_PATH, &id))
		cell_of(id, made, name);
	return dr_description_opened(made, site);
}

uint64_t dr_position(int number)
{
	long flags = dr_kernel(SYS_fcntl, number, F_GETFL, 0, 0, 0, 0);
	return flags & O_APPEND ? UINT64_MAX : (uint64_t)dr_kernel(SYS_lseek, number, 0, SEEK_CUR, 0, 0, 0);
}

void dr_use_of_all(struct dr_use *u)
{
	for (int n = 0; n < NUMBERS; n++)
		if (description[n].known && description[n].own &&
			(dr_kernel(SYS_fcntl, n, F_GETFL, 0, 0, 0, 0) & O_ACCMODE) != O_RDONLY) {
			dr_use_of(u, description[n].file, 1, 0);
			dr_use_of(u, description[n].offset, 1, 0);
		}
}

int dr_description_opened(long made, const void *site)
{
	if (made < 0) {
		errno = (int)-made;
		return -1;
	}
	if (!dr_self)
		return (int)made;
	int number = (int)made;
	dr_numbers_new(&number, 1, 0, 0, site);
	if (number < NUMBERS) {
		description[number] = (struct dr_description){.own = 1};
		struct dr_description *d = dr_description_of(number);
		if (d)
			d->offset = dr_cell_of_offset(dr_self->number, opened[dr_self->number]++);
	}
	return number;
}

void dr_description_copy(int from, int to)
{
	dr_description_set(to, dr_description_of(from));
	dr_description_prints_as(from, to);
}

static __attribute__((constructor)) void inherit(void)
{
	description[1].prints = 1;
}

int dr_description_prints(int number)
{
	return number >= 0 && number < NUMBERS && description[number].prints;
}

void dr_description_prints_as(int from, int to)
{
	if (to >= 0 && to < NUMBERS)
		description[to].prints = (unsigned)dr_description_prints(from);
}

void dr_description_set(int to, const struct dr_description *d)
{
	if (!dr_self || to < 0 || to >= NUMBERS)
		return;
	description[to] = d ? *d : (struct dr_description){0};
	description[to].own = d != NULL;
}

void dr_description_own(int number)
{
	description[number] = (struct dr_description){.own = 1};
}

void dr_description_forget(int number)
{
	if (number >= 0 && number < NUMBERS)
		description[number] = (struct dr_description){0};
}

struct dr_use dr_use_of_number(const char *name, int number, int write, int moves, const void *site, uint64_t spin)
{
	return dr_use_of_call(dr_file_call(name, number, site, spin), write, moves);
}

struct dr_use dr_use_of_call(struct dr_call call, int write, int moves)
{
	struct dr_use u = {.call = call};
	struct dr_description *d = dr_description_of(call.held.number);
	if (!d)
		return u;
	if (write) {
		dr_run_exclusively();
		dr_crash_number(call.held.number, call.site);
	}
	dr_use_of(&u, d->file, write, write);
	if (moves)
		dr_use_of(&u, d->offset, 1, 1);
	return u;
}
