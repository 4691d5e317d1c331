/*
 * Mapped files (mapped.h). An access at a second address of a byte is treated as an access at the byte's first address,
 * for races and for promotion. Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "io/calls.h"
#include "io/mapped.h"
#include "io/descriptions.h"
#include "fiber/fiber.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST 256u
#define PAGE 4096ul

int dr_aliases;

static struct mapping {
	uint64_t from, to, device, inode, offset; /* in the file */
	uint64_t first; /* the first address of its first byte */
	uint8_t used, lent; /* lent: to aliases, whose first address it is */
} mapping[MOST];
static unsigned mappings;

uint64_t dr_alias_of(uint64_t address)
{
	for (unsigned i = 0; i < mappings; i++)
		if (mapping[i].used && address - mapping[i].from < mapping[i].to - mapping[i].from)
			return address - mapping[i].from + mapping[i].first;
	return address;
}

static void add(struct mapping m)
{
	if (m.from >= m.to)
		return;
	unsigned i = 0;
	while (i < mappings && mapping[i].used)
		i++;
	if (i == MOST)
		dr_unsupported("so many mappings of files");
	mapping[i] = m;
	mappings += i == mappings;
}

/* Piece by piece: what of it has an address already, and what not. */
static void mapped(struct mapping m)
{
	for (unsigned i = 0; i < mappings; i++) {
		struct mapping *o = &mapping[i];
		uint64_t size = m.to - m.from;
		if (!o->used || o->first != o->from || o->device != m.device || o->inode != m.inode ||
			o->offset >= m.offset + size || m.offset >= o->offset + (o->to - o->from))
			continue;
		uint64_t begin = o->offset > m.offset ? o->offset - m.offset : 0,
			 end = o->offset + (o->to - o->from) - m.offset;
		end = end < size ? end : size;
		struct mapping before = m, after = m;
		before.to = m.from + begin;
		after.from = m.from + end;
		after.offset += end;
		o->lent = 1;
		add((struct mapping){m.from + begin, m.from + end, m.device, m.inode, m.offset + begin,
			o->first + (m.offset + begin - o->offset), 1, 0});
		dr_aliases = 1;
		if (before.from < before.to)
			mapped(before);
		if (after.from < after.to)
			mapped(after);
		return;
	}
	m.first = m.from;
	add(m);
}

/* Returns 0 where pieces of it are the first address of others: they must stay. */
static int unmapped(uint64_t from, uint64_t to)
{
	int lent = 0;
	for (unsigned i = 0; i < mappings; i++) {
		struct mapping *m = &mapping[i];
		if (!m->used || m->to <= from || m->from >= to)
			continue;
		if (m->lent) {
			lent = 1;
			continue;
		}
		struct mapping after = *m;
		after.offset += to - m->from;
		after.first += to - m->from;
		after.from = to;
		if (m->from < from)
			m->to = from;
		else
			m->used = 0;
		if (after.from < after.to)
			add(after);
	}
	return !lent;
}

WEAK void *mmap(void *at, size_t size, int protection, int flags, int number, off_t offset);
WEAK void *mmap64(void *at, size_t size, int protection, int flags, int number, off_t offset);
WEAK int munmap(void *at, size_t size);
WEAK void *mremap(void *at, size_t size, size_t fresh, int flags, ...);

static void *failed(long error)
{
	errno = (int)-error;
	return MAP_FAILED;
}

static void *map(void *at, size_t size, int protection, int flags, int number, off_t offset, const void *site)
{
	struct stat s;
	long shared = (flags & MAP_TYPE) == MAP_SHARED || (flags & MAP_TYPE) == MAP_SHARED_VALIDATE;
	struct dr_use u = dr_use_of_number("mmap", shared && !(flags & MAP_ANONYMOUS) ? number : -1,
		shared && (protection & PROT_WRITE), 0, site, 0);
	if (dr_self && (flags & MAP_FIXED) && !unmapped((uint64_t)at, ((uint64_t)at + size + PAGE - 1) & -PAGE))
		dr_unsupported_at("mmap over the first of several mappings of a file", site);
	dr_use_begin(&u);
	long p = dr_kernel(SYS_mmap, (long)at, (long)size, protection, flags, number, offset);
	dr_use_end(&u, 0, 0, p < 0 && p > -4096 ? (uint64_t)p : 0);
	if (p < 0 && p > -4096)
		return failed(p);
	if (dr_self && shared && !(flags & MAP_ANONYMOUS) && dr_kernel(SYS_fstat, number, (long)&s, 0, 0, 0, 0) == 0 &&
		S_ISREG(s.st_mode))
		mapped((struct mapping){(uint64_t)p, ((uint64_t)p + size + PAGE - 1) & -PAGE, s.st_dev, s.st_ino,
			(uint64_t)offset, 0, 1, 0});
	return (void *)p;
}

void *mmap(void *at, size_t size, int protection, int flags, int number, off_t offset)
{
	return map(at, size, protection, flags, number, offset, DR_SITE);
}

void *mmap64(void *at, size_t size, int protection, int flags, int number, off_t offset)
{
	return map(at, size, protection, flags, number, offset, DR_SITE);
}

int munmap(void *at, size_t size)
{
	if (dr_self && !unmapped((uint64_t)at, ((uint64_t)at + size + PAGE - 1) & -PAGE))
		return 0;
	long r = dr_kernel(SYS_munmap, (long)at, (long)size, 0, 0, 0, 0);
	return r < 0 ? (failed(r), -1) : 0;
}

void *mremap(void *at, size_t size, size_t fresh, int flags, ...)
{
	va_list list;
	va_start(list, flags);
	void *to = va_arg(list, void *);
	va_end(list);
	for (unsigned i = 0; dr_self && i < mappings; i++)
		if (mapping[i].used && mapping[i].from < (uint64_t)at + (size ? size : 1) &&
			mapping[i].to > (uint64_t)at)
			dr_unsupported_at("mremap of a file that is mapped shared", DR_SITE);
	long p = dr_kernel(SYS_mremap, (long)at, (long)size, (long)fresh, flags, (long)to, 0);
	return p < 0 && p > -4096 ? failed(p) : (void *)p;
}

void dr_mapped_access(int number, int64_t at, size_t size, int write, const void *site)
{
	struct stat s;
	if (!mappings || !dr_self || dr_kernel(SYS_fstat, number, (long)&s, 0, 0, 0, 0) < 0 || !S_ISREG(s.st_mode))
		return;
	if (at < 0 && write && (dr_kernel(SYS_fcntl, number, F_GETFL, 0, 0, 0, 0) & O_APPEND))
		at = s.st_size;
	else if (at < 0 && (at = dr_kernel(SYS_lseek, number, 0, SEEK_CUR, 0, 0, 0)) < 0)
		return;
	if (write == DR_READS && (uint64_t)at + size > (uint64_t)s.st_size)
		size = at < s.st_size ? (size_t)(s.st_size - at) : 0;
	for (unsigned i = 0; i < mappings; i++) {
		const struct mapping *m = &mapping[i];
		uint64_t from = (uint64_t)at > m->offset ? (uint64_t)at : m->offset, to = m->offset + (m->to - m->from);
		to = to < (uint64_t)at + size ? to : (uint64_t)at + size;
		if (m->used && m->first == m->from && m->device == s.st_dev && m->inode == s.st_ino && from < to)
			dr_plain_range((const void *)(m->from + (from - m->offset)), to - from, write, site);
	}
}
