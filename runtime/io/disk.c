/* What is on the disk, and what may be there after a loss of power (disk.h). */
#include "io/disk.h"
#include "prim/copy.h"
#include "prim/digest.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#define ROOM (256ul << 20)
#define VERSIONS 65536u
#define HIGH 1100 /* high descriptors, so that the program's files have their usual numbers */

struct dr_disk *dr_disk;
struct dr_disk_version *dr_disk_version;
static struct dr_disk_names *next;

static long call(long number, long a, long b, long c, long d)
{
	return dr_kernel(number, a, b, c, d, 0, 0);
}

int dr_disk_order(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}

int dr_disk_same(const uint8_t *a, const uint8_t *b, size_t size)
{
	size_t i = 0;
	for (; i + 8 <= size; i += 8)
		if (dr_peek((uint64_t)(a + i), 8).lo != dr_peek((uint64_t)(b + i), 8).lo)
			return 0;
	for (; i < size; i++)
		if (a[i] != b[i])
			return 0;
	return 1;
}

void *dr_disk_room(size_t size)
{
	static uint8_t *room;
	static size_t used;
	if (!room) {
		room = (uint8_t *)dr_kernel(
			SYS_mmap, 0, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if ((long)room < 0 && (long)room > -4096)
			dr_fatal("no memory for what is known of the disk");
	}
	size = (size + 15) & ~15ul;
	if (size > ROOM - used)
		dr_unsupported("files in the folder of --crash with so many bytes (more than 256 MiB in all versions)");
	used += size;
	return room + used - size;
}

static const char *copy_of(const char *text)
{
	size_t size = strlen(text) + 1;
	return dr_raw_memcpy(dr_disk_room(size), text, size);
}

static void mix(uint64_t value)
{
	dr_disk->digest = dr_digest(dr_disk->digest, value);
}

static void mix_writer(struct dr_disk_writer by)
{
	mix((uint64_t)by.site);
	mix(by.thread);
	if (by.call)
		dr_disk->digest = dr_digest_bytes(dr_disk->digest, by.call, strlen(by.call));
}

static unsigned add_version(struct dr_disk_file *f, struct dr_disk_version v)
{
	if (dr_disk->versions == VERSIONS)
		dr_unsupported("so many changes of files that are not durable (--crash)");
	v.older = f->latest;
	dr_disk_version[dr_disk->versions] = v;
	return f->latest = ++dr_disk->versions;
}

static int has_version(const struct dr_disk_file *f, uint32_t page)
{
	for (unsigned v = f->latest; v; v = dr_disk_version[v - 1].older)
		if (dr_disk_version[v - 1].page == page)
			return 1;
	return 0;
}

static void page_changed(struct dr_disk_file *f, uint32_t page, const uint8_t *bytes, struct dr_disk_writer by)
{
	uint8_t *now = f->bytes + (uint64_t)page * DR_DISK_PAGE, *kept;
	if (!has_version(f, page)) {
		kept = dr_disk_room(DR_DISK_PAGE);
		dr_raw_memcpy(kept, now, DR_DISK_PAGE);
		add_version(f, (struct dr_disk_version){.page = page, .bytes = kept, .by = f->by});
	}
	kept = dr_disk_room(DR_DISK_PAGE);
	dr_raw_memcpy(kept, bytes, DR_DISK_PAGE);
	dr_raw_memcpy(now, bytes, DR_DISK_PAGE);
	add_version(f, (struct dr_disk_version){.page = page, .bytes = kept, .by = by});
	mix(page);
	dr_disk->digest = dr_digest_bytes(dr_disk->digest, bytes, DR_DISK_PAGE);
}

static void grow(struct dr_disk_file *f, uint64_t size)
{
	uint64_t room = f->room ? f->room : 2 * DR_DISK_PAGE;
	if (size > ROOM)
		dr_unsupported("a file in the folder of --crash with so many bytes (more than 256 MiB)");
	while (room < size)
		room *= 2;
	if (room == f->room)
		return;
	uint8_t *bytes = dr_disk_room(room);
	if (f->room)
		dr_raw_memcpy(bytes, f->bytes, f->room);
	f->bytes = bytes;
	f->room = room;
}

/* Reads a page; what lies behind the end of the file is 0. */
static void read_page(const struct dr_disk_file *f, uint64_t page, uint8_t *to)
{
	long done = 0, n;
	while (done < (long)DR_DISK_PAGE &&
		(n = call(SYS_pread64, f->number, (long)(to + done), (long)DR_DISK_PAGE - done,
			 (long)(page * DR_DISK_PAGE) + done)) > 0)
		done += n;
	if (done < (long)DR_DISK_PAGE)
		dr_raw_memset(to + done, 0, DR_DISK_PAGE - (size_t)done);
}

/* Compares a file with what is known of it. Returns whether it has changed. */
static int look_at(struct dr_disk_file *f, struct dr_disk_writer by)
{
	static uint8_t bytes[DR_DISK_PAGE];
	struct stat s;
	int changed = 0;
	if (call(SYS_fstat, f->number, (long)&s, 0, 0) < 0)
		dr_fatal("a file of the crashing run is lost");
	uint64_t size = (uint64_t)s.st_size, most = size > f->size ? size : f->size;
	if (f->is_folder) {
		if (s.st_mode != f->mode)
			dr_unsupported("changes of a folder's permissions in the folder of --crash");
		return 0;
	}
	grow(f, size);
	for (uint64_t page = 0; page * DR_DISK_PAGE < most; page++) {
		read_page(f, page, bytes);
		if (!dr_disk_same(bytes, f->bytes + page * DR_DISK_PAGE, DR_DISK_PAGE)) {
			if (!changed)
				mix(f->id);
			changed = 1;
			page_changed(f, (uint32_t)page, bytes, by);
		}
	}
	if (size != f->size || s.st_mode != f->mode) {
		if (!has_version(f, DR_DISK_SIZE))
			add_version(f, (struct dr_disk_version){
					       .page = DR_DISK_SIZE, .size = f->size, .mode = f->mode, .by = f->by});
		add_version(
			f, (struct dr_disk_version){.page = DR_DISK_SIZE, .size = size, .mode = s.st_mode, .by = by});
		f->size = size;
		f->mode = s.st_mode;
		changed = 1;
		mix(f->id);
		mix(size);
		mix(s.st_mode);
	}
	if (changed)
		mix_writer(by);
	return changed;
}

static struct dr_disk_file *known(const struct stat *s)
{
	for (unsigned i = 0; i < dr_disk->files; i++)
		if (dr_disk->file[i].inode == s->st_ino && dr_disk->file[i].device == s->st_dev)
			return &dr_disk->file[i];
	return NULL;
}

static unsigned new_file(long number, const struct stat *s)
{
	if (dr_disk->files == DR_DISK_FILES)
		dr_unsupported("so many files in the folder of --crash");
	long high = number < 0 ? number : call(SYS_fcntl, number, F_DUPFD_CLOEXEC, HIGH, 0);
	if (number >= 0)
		call(SYS_close, number, 0, 0, 0);
	if (high < 0)
		dr_unsupported("a file in the folder of --crash that it may not read, or too many files (ulimit -n)");
	struct dr_disk_file *f = &dr_disk->file[dr_disk->files];
	*f = (struct dr_disk_file){.device = s->st_dev,
		.inode = s->st_ino,
		.number = (int)high,
		.is_folder = S_ISDIR(s->st_mode),
		.id = dr_digest(dr_disk->digest, dr_disk->files),
		.mode = s->st_mode};
	return dr_disk->files++;
}

static void add_name(struct dr_disk_names *names, struct dr_disk_name name)
{
	if (names->count == DR_DISK_NAMES)
		dr_unsupported("so many names in the folder of --crash");
	names->name[names->count++] = name;
}

/* Its place in the list; its length where it is not there. */
static unsigned place_of(const struct dr_disk_names *names, unsigned folder, const char *name)
{
	unsigned i = 0;
	while (i < names->count && (names->name[i].folder != folder || dr_disk_order(names->name[i].name, name) != 0))
		i++;
	return i;
}

/* Adds what is in the folder to `next`. */
static void list(unsigned folder)
{
	static char buffer[4096] __attribute__((aligned(8)));
	unsigned from = next->count;
	int number = dr_disk->file[folder].number;
	long n;
	call(SYS_lseek, number, 0, 0, 0);
	while ((n = call(SYS_getdents64, number, (long)buffer, sizeof buffer, 0)) > 0)
		for (long at = 0; at < n; at += *(unsigned short *)(buffer + at + 16)) {
			const char *name = buffer + at + 19;
			unsigned before = place_of(&dr_disk->now, folder, name);
			struct stat s;
			if (!dr_disk_order(name, ".") || !dr_disk_order(name, "..") ||
				call(SYS_newfstatat, number, (long)name, (long)&s, AT_SYMLINK_NOFOLLOW) < 0)
				continue;
			if (!S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode))
				dr_unsupported("links, pipes and sockets in the folder of --crash");
			struct dr_disk_file *f = known(&s);
			unsigned file = f ? (unsigned)(f - dr_disk->file)
					  : new_file(call(SYS_openat, number, (long)name,
							     O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0),
						    &s);
			add_name(next,
				(struct dr_disk_name){folder, file,
					before < dr_disk->now.count ? dr_disk->now.name[before].name : copy_of(name)});
		}
	for (unsigned i = from, to = next->count; i < to; i++)
		if (dr_disk->file[next->name[i].file].is_folder)
			list(next->name[i].file);
}

static void name_changes(struct dr_disk_name change)
{
	if (dr_disk->changes == DR_DISK_CHANGES)
		dr_unsupported("so many changes of names that are not durable (--crash)");
	dr_disk->change[dr_disk->changes++] = change;
	/* One call changes few names, in an order that the kernel's list of them decides. */
	dr_disk->digest += dr_digest(dr_digest_bytes(dr_disk->file[change.folder].id, change.name, strlen(change.name)),
		change.file < DR_DISK_FILES ? dr_disk->file[change.file].id : 0);
}

static int look_at_names(struct dr_disk_writer by)
{
	unsigned before = dr_disk->changes;
	next->count = 0;
	list(DR_DISK_ROOT);
	for (unsigned i = 0; i < next->count; i++) {
		unsigned at = place_of(&dr_disk->now, next->name[i].folder, next->name[i].name);
		if (at == dr_disk->now.count || dr_disk->now.name[at].file != next->name[i].file)
			name_changes(next->name[i]);
	}
	for (unsigned i = 0; i < dr_disk->now.count; i++) {
		struct dr_disk_name gone = dr_disk->now.name[i];
		if (place_of(next, gone.folder, gone.name) == next->count) {
			gone.file = DR_DISK_FILES;
			name_changes(gone);
		}
	}
	if (before == dr_disk->changes)
		return 0;
	dr_disk->end[dr_disk->operations] = dr_disk->changes;
	dr_disk->by[dr_disk->operations++] = by;
	dr_raw_memcpy(&dr_disk->now, next, sizeof *next);
	mix_writer(by);
	return 1;
}

int dr_disk_look(struct dr_disk_writer by)
{
	int changed = look_at_names(by);
	for (unsigned i = 0; i < dr_disk->files; i++)
		changed |= look_at(&dr_disk->file[i], by);
	return changed;
}

void dr_disk_begin(const char *folder)
{
	struct stat s;
	long number = call(SYS_open, (long)folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0, 0);
	if (number < 0 || call(SYS_fstat, number, (long)&s, 0, 0) < 0)
		dr_fatal("the folder of the crashing run is lost");
	dr_disk = dr_disk_room(sizeof *dr_disk);
	dr_disk_version = dr_disk_room(VERSIONS * sizeof *dr_disk_version);
	next = dr_disk_room(sizeof *next);
	dr_disk->digest = 1;
	new_file(number, &s);
	dr_disk_look((struct dr_disk_writer){0});
	for (unsigned i = 0; i < dr_disk->files; i++)
		dr_disk_sync_file(&dr_disk->file[i]);
	dr_disk_sync_names();
	dr_disk->digest = 1;
	for (unsigned i = 0; i < dr_disk->files; i++)
		dr_disk->file[i].id = 0;
	for (unsigned i = 0; i < dr_disk->now.count; i++) /* by their names: parents come first */
		if (!dr_disk->file[dr_disk->now.name[i].file].id)
			dr_disk->file[dr_disk->now.name[i].file].id =
				dr_digest_bytes(dr_disk->file[dr_disk->now.name[i].folder].id,
					dr_disk->now.name[i].name, strlen(dr_disk->now.name[i].name));
}

struct dr_disk_file *dr_disk_file_of(int number)
{
	struct stat s;
	return number < 0 || call(SYS_fstat, number, (long)&s, 0, 0) < 0 ? NULL : known(&s);
}

int dr_disk_has_news(const struct dr_disk_file *f)
{
	return f->latest != 0;
}

void dr_disk_sync_file(struct dr_disk_file *f)
{
	if (f->latest)
		f->by = dr_disk_version[f->latest - 1].by;
	f->latest = 0;
	mix(f->id);
	mix(3);
}

void dr_disk_sync_names(void)
{
	dr_raw_memcpy(&dr_disk->durable, &dr_disk->now, sizeof dr_disk->now);
	dr_disk->changes = dr_disk->operations = 0;
	mix(4);
}

void dr_disk_names_after(struct dr_disk_names *to, unsigned operations)
{
	dr_raw_memcpy(to, &dr_disk->durable, sizeof *to);
	for (unsigned i = 0; operations && i < dr_disk->end[operations - 1]; i++) {
		struct dr_disk_name c = dr_disk->change[i];
		unsigned at = place_of(to, c.folder, c.name);
		if (c.file == DR_DISK_FILES) {
			if (at < to->count)
				to->name[at] = to->name[--to->count];
		} else if (at < to->count)
			to->name[at].file = c.file;
		else
			add_name(to, c);
	}
}
