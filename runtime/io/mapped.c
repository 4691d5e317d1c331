/*
 * Mapped files (mapped.h). An access at a second address of a byte counts as one at the first address, which alone is
 * used for races and promotion.
 */
#define DRISTA_DEFINES_KERNEL
#include "core/readable.h"
#include "io/calls.h"
#include "io/crash.h"
#include "io/mapped.h"
#include "fiber/fiber.h"
#include "memory/plain.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_MAPPINGS 256u
#define PAGE 4096ul

static struct dr_mapping mapping[MAX_MAPPINGS];
static unsigned mappings;

uint64_t dr_mapped_first(uint64_t address)
{
	for (unsigned i = 0; i < mappings; i++)
		if (mapping[i].used && address - mapping[i].from < mapping[i].to - mapping[i].from)
			return address - mapping[i].from + mapping[i].first;
	return address;
}

static void add(struct dr_mapping m)
{
	if (m.from >= m.to)
		return;
	unsigned i = 0;
	while (i < mappings && mapping[i].used)
		i++;
	if (i == MAX_MAPPINGS)
		dr_unsupported("so many mappings of files");
	mapping[i] = m;
	mappings += i == mappings;
}

/* Do the two mappings share a byte of a file? */
static int overlap(const struct dr_mapping *a, const struct dr_mapping *b)
{
	return a->device == b->device && a->inode == b->inode && a->offset < b->offset + (b->to - b->from) &&
	       b->offset < a->offset + (a->to - a->from);
}

/* Piece by piece, since parts may have a first address already. */
static void alias(struct dr_mapping m)
{
	for (unsigned i = 0; i < mappings; i++) {
		struct dr_mapping *o = &mapping[i];
		if (!o->used || o->copies || o->first != o->from || !overlap(o, &m))
			continue;
		uint64_t size = m.to - m.from, begin = o->offset > m.offset ? o->offset - m.offset : 0,
			 end = o->offset + (o->to - o->from) - m.offset;
		end = end < size ? end : size;
		struct dr_mapping before = m, middle = m, after = m;
		before.to = m.from + begin;
		after.from = m.from + end;
		after.offset += end;
		o->lent = 1;
		middle.from = m.from + begin;
		middle.to = m.from + end;
		middle.offset += begin;
		middle.first = o->first + (middle.offset - o->offset);
		add(middle);
		dr_aliases = 1;
		if (before.from < before.to)
			alias(before);
		if (after.from < after.to)
			alias(after);
		return;
	}
	m.first = m.from;
	add(m);
}

/* Stops the run as unsupported: Linux shows a change of the file in each page of a private mapping that was not written
 * yet. */
static _Noreturn void refuse(const void *site)
{
	dr_unsupported_at("changing a file where it is mapped MAP_PRIVATE and PROT_WRITE", site);
}

void dr_mapped_add(struct dr_mapping m, const void *site)
{
	m.used = 1;
	dr_memory_goes = 1; /* the file may be truncated */
	for (unsigned i = 0; i < mappings; i++)
		if (mapping[i].used && mapping[i].copies != m.copies && mapping[i].writes + m.writes > 1 &&
			overlap(&mapping[i], &m))
			refuse(site);
	if (!m.copies)
		alias(m);
	else {
		m.first = m.from;
		add(m);
	}
}

int dr_mapped_remove(uint64_t from, uint64_t to)
{
	int lent = 0;
	for (unsigned i = 0; i < mappings; i++) {
		struct dr_mapping *m = &mapping[i];
		if (!m->used || m->to <= from || m->from >= to)
			continue;
		if (m->lent) {
			lent = 1;
			continue;
		}
		struct dr_mapping after = *m;
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

const struct dr_mapping *dr_mapped_next(const struct dr_mapping *last, uint64_t from, uint64_t to)
{
	for (const struct dr_mapping *m = last ? last + 1 : mapping; m < mapping + mappings; m++)
		if (m->used && m->from < to && m->to > from)
			return m;
	return NULL;
}

void dr_mapped_writable(uint64_t from, uint64_t to, const void *site)
{
	for (unsigned i = 0; i < mappings; i++) {
		struct dr_mapping *m = &mapping[i];
		if (!m->used || m->to <= from || m->from >= to || m->writes)
			continue;
		if (!m->private) {
			dr_crash_refuse("mprotect with PROT_WRITE of a shared mapping of a file", site);
			m->writes = 1;
			continue;
		}
		if (m->lent || m->first != m->from)
			refuse(site);
		struct dr_mapping changed = *m;
		m->used = 0;
		changed.copies = changed.writes = 1;
		dr_mapped_add(changed, site);
	}
}

static int file_of(int number, struct stat *s)
{
	return mappings && dr_self && dr_kernel(SYS_fstat, number, (long)s, 0, 0, 0, 0) == 0 && S_ISREG(s->st_mode);
}

/* Announces an access to bytes of the file at their first addresses. */
static void bytes(const struct stat *s, uint64_t at, uint64_t end, int write, const void *site)
{
	for (unsigned i = 0; i < mappings; i++) {
		const struct dr_mapping *m = &mapping[i];
		uint64_t from = at > m->offset ? at : m->offset, to = m->offset + (m->to - m->from);
		to = to < end ? to : end;
		if (!m->used || m->first != m->from || m->device != s->st_dev || m->inode != s->st_ino || from >= to)
			continue;
		if (!m->copies)
			dr_plain_range((const void *)(m->from + (from - m->offset)), to - from, write, site);
		else if (write && (dr_self->number || dr_self->children))
			refuse(site);
	}
}

void dr_mapped_access(int number, int64_t at, size_t size, int write, const void *site)
{
	struct stat s;
	if (!size || !file_of(number, &s))
		return;
	if (at < 0 && write && (dr_kernel(SYS_fcntl, number, F_GETFL, 0, 0, 0, 0) & O_APPEND))
		at = s.st_size;
	else if (at < 0 && (at = dr_kernel(SYS_lseek, number, 0, SEEK_CUR, 0, 0, 0)) < 0)
		return;
	uint64_t from = (uint64_t)at, end, pages = ((uint64_t)s.st_size + PAGE - 1) & -PAGE;
	if (__builtin_add_overflow(from, size, &end))
		end = UINT64_MAX;
	if (!write && end > (uint64_t)s.st_size)
		end = (uint64_t)s.st_size;
	if (write && end > pages && from > pages) /* the bytes in between can be read from now on */
		from = pages;
	dr_hold_writes(1);
	bytes(&s, from, end, write, site);
	dr_hold_writes(0);
}

void dr_mapped_resize(int number, int64_t size, const void *site)
{
	struct stat s;
	if (size < 0 || !file_of(number, &s))
		return;
	if (size < s.st_size)
		dr_mapped_access(number, size, (size_t)(s.st_size - size), DR_WRITES, site);
	else
		dr_mapped_access(number, s.st_size, (size_t)(size - s.st_size), DR_WRITES, site);
}
