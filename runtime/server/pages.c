/* Watching and restoring pages (pages.h). */
#include "server/pages.h"
#include "core/internal.h"
#include "core/log.h"
#include "server/rollback.h"
#include "shadow/shadow.h"
#include "server/trap.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096ul
#define MAX_PAGES 2048u /* beyond that a fork is faster */
#define MAX_REGIONS 256u
#define MAX_LEFT_OUT 16u
#define TEXT (1u << 18) /* bytes of /proc/self/maps */
#define STACK (8ul << 20)
#define RSEQ 32u /* bytes of the area that libc registers with the kernel */

struct range {
	uint64_t from, to;
};

/* In memory of its own, which is neither watched nor restored. */
struct pages {
	int watched;
	unsigned regions, written, left_out;
	struct range region[MAX_REGIONS];
	struct range leave_out[MAX_LEFT_OUT];
	uint64_t address[MAX_PAGES];
	uint8_t copy[MAX_PAGES][PAGE];
	char text[TEXT];
};
static struct pages *pages;

extern const ptrdiff_t __rseq_offset __attribute__((weak));
extern const unsigned __rseq_size __attribute__((weak));

static int open_pages(void)
{
	if (pages)
		return 1;
	void *p = mmap(NULL, sizeof *pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		return 0;
	pages = p;
	dr_pages_exclude(pages, sizeof *pages);
	stack_t handlers; /* the stack of signal handlers: it is written while pages are read-only */
	dr_kernel(SYS_sigaltstack, 0, (long)&handlers, 0, 0, 0, 0);
	dr_pages_exclude(handlers.ss_sp, handlers.ss_size);
	return 1;
}

void dr_pages_exclude(const void *from, uint64_t size)
{
	if (!open_pages() || pages->left_out == MAX_LEFT_OUT)
		dr_fatal("no memory for what is not to be put back");
	pages->leave_out[pages->left_out++] =
		(struct range){(uint64_t)from & -PAGE, ((uint64_t)from + size + PAGE - 1) & -PAGE};
}

void dr_pages_stack(const void *from)
{
	uint64_t end = ((uint64_t)from + PAGE - 1) & -PAGE;
	dr_pages_exclude((const void *)(end - STACK), STACK);
}

static int add_region(uint64_t from, uint64_t to)
{
	for (unsigned i = 0; i < pages->left_out; i++) {
		struct range out = pages->leave_out[i];
		if (out.to <= from || out.from >= to)
			continue;
		return (out.from <= from || add_region(from, out.from)) && (out.to >= to || add_region(out.to, to));
	}
	if (pages->regions == MAX_REGIONS)
		return 0;
	pages->region[pages->regions++] = (struct range){from, to};
	return 1;
}

static uint64_t number(const char **at)
{
	uint64_t n = 0;
	for (;; (*at)++) {
		char c = **at;
		if (c >= '0' && c <= '9')
			n = n * 16 + (uint64_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			n = n * 16 + (uint64_t)(c - 'a' + 10);
		else
			return n;
	}
}

static int is_shared_by_us(uint64_t from)
{
	for (unsigned i = 0; i < pages->left_out; i++)
		if (pages->leave_out[i].from == from)
			return 1;
	return from == (uint64_t)dr_log || from == (uint64_t)dr_shadow;
}

/* Finds all memory that a run may write, from /proc/self/maps. Returns NULL, or why that fails. */
static const char *find_regions(void)
{
	size_t length = 0;
	int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
	ssize_t n = -1;
	while (file >= 0 && (n = read(file, pages->text + length, TEXT - 1 - length)) > 0)
		length += (size_t)n;
	if (file >= 0)
		close(file);
	if (n < 0 || length == TEXT - 1)
		return "/proc/self/maps cannot be read";
	pages->text[length] = 0;
	pages->regions = 0;
	for (const char *at = pages->text; *at; at++) {
		uint64_t from = number(&at);
		at++;
		uint64_t to = number(&at);
		const char *rights = at + 1;
		while (*at && *at != '\n')
			at++;
		if (rights[1] != 'w')
			continue;
		if (rights[3] == 's' && is_shared_by_us(from))
			continue;
		if (rights[3] == 's')
			return "it has memory that processes share";
		if (rights[2] == 'x')
			return "it has memory for code that it writes";
		if (from < to && !add_region(from, to))
			return "it has too many pieces of memory";
	}
	return NULL;
}

static void allow(uint64_t from, uint64_t to, int protection)
{
	if (from < to && dr_kernel(SYS_mprotect, (long)from, (long)(to - from), protection, 0, 0, 0) != 0)
		dr_fatal("cannot change the protection of memory");
}

static void add_page(uint64_t page)
{
	pages->address[pages->written] = page;
	dr_copy(pages->copy[pages->written], (const void *)page, PAGE);
	pages->written++;
}

/* The kernel writes the number of the thread's processor to the thread control block at any time (rseq(2)), and kills
 * the process if the page is read-only. So that page stays writable. */
static void keep_open(void)
{
	if (!&__rseq_size || __rseq_size == 0)
		return;
	uint64_t tcb;
	__asm__("movq %%fs:0, %0" : "=r"(tcb));
	uint64_t area = tcb + (uint64_t)__rseq_offset;
	for (uint64_t page = area & -PAGE; page < area + RSEQ; page += PAGE)
		add_page(page);
}

static void protect(struct range r)
{
	for (unsigned i = 0; i < pages->written; i++) /* those that stay writable */
		if (pages->address[i] >= r.from && pages->address[i] < r.to) {
			allow(r.from, pages->address[i], PROT_READ);
			r.from = pages->address[i] + PAGE;
		}
	allow(r.from, r.to, PROT_READ);
}

const char *dr_pages_watch(void)
{
	if (!open_pages())
		return "there is no memory for it";
	if (pages->watched)
		return NULL;
	const char *why = find_regions();
	if (why)
		return why;
	pages->written = 0;
	keep_open();
	pages->watched = 1;
	for (unsigned i = 0; i < pages->regions; i++)
		protect(pages->region[i]);
	return NULL;
}

int dr_pages_watched(void)
{
	return pages && pages->watched;
}

void dr_pages_restore(void)
{
	for (unsigned i = 0; i < pages->written; i++)
		dr_copy((void *)pages->address[i], pages->copy[i], PAGE);
}

void dr_pages_forget(void)
{
	if (!dr_pages_watched())
		return;
	for (unsigned i = 0; i < pages->regions; i++)
		allow(pages->region[i].from, pages->region[i].to, PROT_READ | PROT_WRITE);
	pages->watched = 0;
}

static int inside(uint64_t address)
{
	for (unsigned i = 0; i < pages->regions; i++)
		if (address - pages->region[i].from < pages->region[i].to - pages->region[i].from)
			return 1;
	return 0;
}

int dr_pages_fault(uint64_t address)
{
	uint64_t page = address & -PAGE;
	if (!dr_pages_watched() || !inside(address))
		return 0;
	for (unsigned i = 0; i < pages->written; i++)
		if (pages->address[i] == page)
			return 0; /* the fault is not caused by the watch */
	if (pages->written == MAX_PAGES && dr_rolling())
		dr_rollback_elsewhere("it writes more than 8 MiB in a run");
	if (pages->written == MAX_PAGES) { /* in the server itself, outside a run: nothing has to be restored */
		dr_pages_forget();
		return 1;
	}
	int gate = dr_trap_open();
	add_page(page);
	allow(page, page + PAGE, PROT_READ | PROT_WRITE);
	dr_trap_set(gate);
	return 1;
}
