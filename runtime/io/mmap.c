/*
 * mmap and related calls. The address of a thread's mapping depends on the thread alone, and no address is used twice
 * in a run. The kernel would reuse what another thread has just unmapped, depending on the schedule. Weak, as in
 * strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "core/readable.h"
#include "io/crash.h"
#include "io/calls.h"
#include "io/file-table.h"
#include "io/descriptions.h"
#include "fiber/fiber.h"
#include "io/mapped.h"
#include "io/rights.h"
#include "memory/plain.h"
#include "shadow/shadow.h"
#include "io/outside.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096ul
#define BASE 0x20000000000ul /* 2 TiB: below the heap's arenas (heap.h) */
#define SHIFT 33 /* 8 GiB for each thread */
#define LARGEST_ALIGNMENT (1ul << 26)

static uint64_t used[DR_THREADS]; /* bytes used of each thread's part */

WEAK void *mmap(void *at, size_t size, int protection, int flags, int number, off_t offset);
WEAK void *mmap64(void *at, size_t size, int protection, int flags, int number, off_t offset);
WEAK int munmap(void *at, size_t size);
WEAK void *mremap(void *at, size_t size, size_t fresh, int flags, ...);
WEAK int madvise(void *at, size_t size, int advice);
WEAK int mprotect(void *at, size_t size, int protection);

static void *pointer_of(long result)
{
	return dr_error_number(result) ? (void *)dr_fail(result) : (void *)result;
}

static uint64_t end_of(const void *at, size_t size)
{
	return ((uint64_t)at + size + PAGE - 1) & -PAGE;
}

/* The thread's next free address for so many bytes, with a gap behind; 0: none is left. */
static uint64_t place(size_t size, size_t alignment)
{
	uint64_t *next = &used[dr_self->number], begin = (*next + alignment - 1) & -alignment,
		 all = end_of(NULL, size) + PAGE;
	if (size > 1ul << SHIFT || begin + all > 1ul << SHIFT)
		return 0;
	*next = begin + all;
	return BASE + ((uint64_t)dr_self->number << SHIFT) + begin;
}

/* Announces that the following call accesses all of that memory that threads have accessed. The values of the writes
 * are those after the call, when dr_settle is called. */
static void touches(uint64_t from, uint64_t to, int how, const void *site)
{
	uint64_t begin = 0, region = 1ul << DR_REGION_SHIFT;
	dr_memory_goes = 1;
	for (uint64_t a = from; a <= to;) {
		int touched = a < to && dr_shadow_page_used(a) && *dr_shadow_cell(a);
		if (touched && !begin)
			begin = a;
		if (!touched && begin) {
			dr_plain_range((const void *)begin, a - begin, how, site);
			begin = 0;
		}
		if (a < to && a % region == 0 && !dr_shadow->region[a >> DR_REGION_SHIFT])
			a += region;
		else
			a += a < to && a % DR_PAGE == 0 && !dr_shadow_page_used(a) ? DR_PAGE : 8;
	}
}

/* The same, except for mapped files, whose bytes have addresses of their own. */
static void affects(uint64_t from, uint64_t to, int how, const void *site)
{
	if (!dr_self || from >= to || dr_mapped_next(NULL, from, to))
		return;
	dr_hold_writes(1);
	touches(from, to, how, site);
	dr_hold_writes(0);
}

/* The thread's own address for a mapping; 0: the program or the kernel chooses. Of an address that is only a hint the
 * alignment is taken over: allocators give hints from a counter that threads share. */
static uint64_t own_place(const void *at, size_t size, int flags)
{
	const int others = MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_32BIT | MAP_GROWSDOWN | MAP_HUGETLB;
	uint64_t hint = (uint64_t)at & -(uint64_t)at, alignment = hint < PAGE                ? PAGE
								  : hint < LARGEST_ALIGNMENT ? hint
											     : LARGEST_ALIGNMENT;
	return dr_self && size && !(flags & others) ? place(size, alignment) : 0;
}

/* Is it a regular file? Then *m describes a mapping of it at `at`. */
static int file_mapping(struct dr_mapping *m, const struct dr_use *u, int protection, int flags, int number)
{
	struct stat s;
	int shared = (flags & MAP_TYPE) == MAP_SHARED || (flags & MAP_TYPE) == MAP_SHARED_VALIDATE,
	    writes = (protection & PROT_WRITE) != 0;
	if (!dr_self || (flags & MAP_ANONYMOUS) || dr_kernel(SYS_fstat, number, (long)&s, 0, 0, 0, 0) < 0 ||
		!S_ISREG(s.st_mode))
		return 0;
	m->device = s.st_dev;
	m->inode = s.st_ino;
	m->file = u->count ? u->of[0].cell : NULL;
	m->private = !shared;
	m->writes = writes;
	m->copies = !shared && writes;
	return 1;
}

/* Maps at the thread's own address. If other threads change the file, the mapping counts as a write of its contents. */
static long map_own(struct dr_mapping m, int is_file, const struct dr_use *u, size_t size, int protection, int flags,
	int number, const void *site)
{
	if (is_file) {
		dr_mapped_add(m, site);
		dr_hold_writes(1);
		for (const struct dr_mapping *piece = NULL;
			u->call.count && (piece = dr_mapped_next(piece, m.from, m.to));)
			if (piece->first == piece->from)
				touches(piece->from, piece->to, DR_WRITES, site);
		dr_hold_writes(0);
	}
	long p = dr_kernel(
		SYS_mmap, (long)m.from, (long)size, protection, flags | MAP_FIXED_NOREPLACE, number, (long)m.offset);
	if (is_file && dr_error_number(p))
		dr_mapped_remove(m.from, m.to);
	dr_settle();
	return p;
}

static void *map(void *at, size_t size, int protection, int flags, int number, off_t offset, const void *site)
{
	int writes = (protection & PROT_WRITE) && (flags & MAP_TYPE) != MAP_PRIVATE;
	if (writes && !(flags & MAP_ANONYMOUS))
		dr_crash_mapping(number, site);
	struct dr_use u =
		dr_use_of_number("mmap", dr_self && !(flags & MAP_ANONYMOUS) ? number : -1, writes, 0, site, 0);
	if (u.call.file >= 0)
		number = u.call.held.number;
	if (dr_self && (flags & MAP_FIXED) && !dr_mapped_remove((uint64_t)at, end_of(at, size)))
		dr_unsupported_at("mmap over the first of several mappings of a file", site);
	if (u.count) /* from now on a change of the file writes the mapping too */
		dr_use_of(&u, u.of[0].cell, 0, 1);
	dr_use_begin(&u);
	uint64_t own = own_place(at, size, flags);
	struct dr_mapping m = {.from = own, .to = end_of((void *)own, size), .offset = (uint64_t)offset};
	int is_file = file_mapping(&m, &u, protection, flags, number);
	long p = own ? map_own(m, is_file, &u, size, protection, flags, number, site) : 0;
	if (!own || p == -EEXIST) {
		if (at)
			affects((uint64_t)at, end_of(at, size), DR_WRITES, site);
		p = dr_kernel(SYS_mmap, (long)at, (long)size, protection, flags, number, offset);
		m.from = (uint64_t)p;
		m.to = end_of((void *)p, size);
		if (is_file && !dr_error_number(p))
			dr_mapped_add(m, site);
	}
	int input = dr_error_number(p) || (flags & MAP_ANONYMOUS) ? DR_NO_INPUT : dr_outside_of(number);
	if (input != DR_NO_INPUT && !(protection & PROT_READ))
		dr_unsupported_at("mmap of a symbolic file without PROT_READ", site);
	if (input != DR_NO_INPUT)
		dr_outside_got(
			(const void *)p, dr_outside_left(input, (uint64_t)offset, size), input, (uint64_t)offset, site);
	dr_use_end(&u, !dr_error_number(p), (uint64_t)p, dr_error_number(p) ? (uint64_t)p : 0);
	return pointer_of(p);
}

void *mmap(void *at, size_t size, int protection, int flags, int number, off_t offset)
{
	return map(at, size, protection, flags, number, offset, DR_SITE);
}

void *mmap64(void *at, size_t size, int protection, int flags, int number, off_t offset)
{
	return map(at, size, protection, flags, number, offset, DR_SITE);
}

/* The file's cells order this with changes of the mapped file. */
int munmap(void *at, size_t size)
{
	uint64_t from = (uint64_t)at, to = end_of(at, size);
	struct dr_use u = {.call = dr_file_call("munmap", -1, DR_SITE, 0)};
	for (const struct dr_mapping *m = NULL; dr_self && (m = dr_mapped_next(m, from, to));)
		dr_use_of(&u, m->file, 0, 1);
	dr_use_begin(&u);
	affects(from, to, DR_WRITES, DR_SITE);
	int gone = !dr_self || dr_mapped_remove(from, to);
	long r = gone ? dr_kernel(SYS_munmap, (long)at, (long)size, 0, 0, 0, 0) : 0;
	dr_use_end(&u, r == 0, ~from, (uint64_t)r);
	return (int)dr_result(r);
}

void *mremap(void *at, size_t size, size_t fresh, int flags, ...)
{
	va_list list;
	va_start(list, flags);
	void *to = va_arg(list, void *);
	va_end(list);
	if (!dr_self)
		return pointer_of(dr_kernel(SYS_mremap, (long)at, (long)size, (long)fresh, flags, (long)to, 0));
	if (dr_mapped_next(NULL, (uint64_t)at, (uint64_t)at + (size ? size : 1)))
		dr_unsupported_at("mremap of a file", DR_SITE);
	affects((uint64_t)at, end_of(at, size), DR_WRITES, DR_SITE);
	long p = dr_kernel(SYS_mremap, (long)at, (long)size, (long)fresh,
		flags & MREMAP_FIXED ? flags : flags & ~MREMAP_MAYMOVE, (long)to, 0);
	uint64_t own;
	if (p == -ENOMEM && (flags & MREMAP_MAYMOVE) && !(flags & MREMAP_FIXED) && (own = place(fresh, PAGE)))
		p = dr_kernel(SYS_mremap, (long)at, (long)size, (long)fresh, flags | MREMAP_FIXED, (long)own, 0);
	return pointer_of(p);
}

/* Advice that changes the contents of memory counts as a write. */
int madvise(void *at, size_t size, int advice)
{
	if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE)
		affects((uint64_t)at, end_of(at, size), DR_WRITES, DR_SITE);
	return (int)dr_result(dr_kernel(SYS_madvise, (long)at, (long)size, advice, 0, 0, 0));
}

/* A call of mprotect. */
struct new_rights {
	uint64_t from, to;
	int protection;
	const void *site;
};

/* Removing a permission is ordered with accesses that need it. So is adding one: an earlier access crashes. Where
 * nothing changes, there is nothing to order: allocators ask for what they have. */
static void changes_rights(const struct dr_rights *r, void *call)
{
	const struct new_rights *n = call;
	if (r->protection != n->protection)
		affects(r->from > n->from ? r->from : n->from, r->to < n->to ? r->to : n->to,
			r->protection & n->protection & PROT_READ ? DR_READS : DR_WRITES, n->site);
}

int mprotect(void *at, size_t size, int protection)
{
	struct new_rights call = {(uint64_t)at, end_of(at, size), protection, DR_SITE};
	if (dr_self && (protection & PROT_WRITE))
		dr_mapped_writable(call.from, call.to, DR_SITE);
	if (dr_self && !dr_rights_each(changes_rights, &call))
		affects(call.from, call.to, DR_WRITES, DR_SITE);
	return (int)dr_result(dr_kernel(SYS_mprotect, (long)at, (long)size, protection, 0, 0, 0));
}
