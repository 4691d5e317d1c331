/* The executable and libraries of this process (modules.h). */
#include "memory/plain.h"
#include "memory/modules.h"
#include "memory/standard-streams.h"
#include "core/internal.h"
#include "core/log.h"

#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROOM (1u << 20)

struct list {
	uint8_t *bytes;
	size_t size;
	uint32_t count;
};

static void put(struct list *l, const void *from, size_t size)
{
	if (size > ROOM - l->size)
		dr_fatal("too many modules");
	memcpy(l->bytes + l->size, from, size);
	l->size += size;
}

/* The most libraries that a run has loaded, including those unloaded since. */
#define MAX_MODULES 512u
static struct module {
	uint64_t from, to;
	uint8_t there, kind;
} known[MAX_MODULES];
static unsigned modules;

static enum dr_module_kind kind_of(const char *path)
{
	/* Without their endings, as in `add` below. */
	static const char *const libc[] = {"/libc.", "/libc-", "/ld-linux", "/ld-2", "/libpthread", "/libm.", "/libm-",
		"/libdl", "/librt", "/libresolv", "/libnss_", "/libgcc_s"};
	for (unsigned i = 0; i < sizeof libc / sizeof *libc; i++)
		if (strstr(path, libc[i]))
			return DR_MODULE_LIBC;
	return strstr(path, "/libstdc++.") ? DR_MODULE_LIBSTDCXX : DR_MODULE_PROGRAM;
}

static struct module extent_of(const struct dl_phdr_info *info)
{
	struct module m = {~0ul, 0, 1, (uint8_t)kind_of(info->dlpi_name)};
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		if (p->p_type != PT_LOAD)
			continue;
		uint64_t from = (info->dlpi_addr + p->p_vaddr) & -4096ul,
			 to = info->dlpi_addr + p->p_vaddr + p->p_memsz;
		m.from = from < m.from ? from : m.from;
		m.to = to > m.to ? to : m.to;
	}
	return m;
}

static struct module *find(struct module m)
{
	for (unsigned i = 0; i < modules; i++)
		if (known[i].from == m.from && known[i].to == m.to)
			return &known[i];
	return NULL;
}

uint64_t dr_loader_from, dr_loader_to;

static void keep(struct module m)
{
	if (m.from == getauxval(AT_BASE)) {
		dr_loader_from = m.from;
		dr_loader_to = m.to;
	}
	if (modules == MAX_MODULES)
		dr_fatal("too many modules");
	known[modules++] = m;
}

enum dr_module_kind dr_module_kind(uint64_t pc)
{
	for (unsigned i = 0; i < modules; i++)
		if (pc >= known[i].from && pc < known[i].to && known[i].there)
			return (enum dr_module_kind)known[i].kind;
	return DR_MODULE_PROGRAM;
}

static int slash(const char *path)
{
	while (*path && *path != '/')
		path++;
	return *path == '/';
}

static int add(struct dl_phdr_info *info, size_t unused, void *list)
{
	(void)unused;
	struct list *l = list;
	char own[8192];
	const char *path = info->dlpi_name;
	if (l->count == 0 && *path == 0) { /* the executable comes first, without a name */
		ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
		own[n < 0 ? 0 : n] = 0;
		path = own;
	} else if (*path != '/' && slash(path)) { /* found by a relative path */
		ssize_t n = readlink("/proc/self/cwd", own, sizeof own / 2);
		size_t length = strlen(path);
		if (n < 0 || (size_t)n + length + 2 > sizeof own)
			return 0;
		own[n] = '/';
		memcpy(own + n + 1, path, length + 1);
		path = own;
	}
	if (*path != '/') /* the vdso has no file */
		return 0;
	struct module m = extent_of(info);
	uint64_t place[] = {m.from, m.to - m.from};
	keep(m);
	/* Without its ending: `drista doctor` takes texts that end in .so for what the program gives to dlopen. */
	if (strstr(path, "/libstdc++."))
		dr_standard_library_is(info);
	uint32_t length = (uint32_t)strlen(path);
	put(l, place, sizeof place);
	put(l, &length, 4);
	put(l, path, length);
	put(l, "\0\0\0\0\0\0\0", -length & 7);
	l->count++;
	return 0;
}

void *dr_modules(size_t *size)
{
	struct list l = {.size = 4};
	l.bytes = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (l.bytes == MAP_FAILED)
		dr_fatal("no memory for the list of modules");
	dl_iterate_phdr(add, &l);
	memcpy(l.bytes, &l.count, 4);
	*size = l.size;
	return l.bytes;
}

/* Announces a write of the library's data: earlier accesses may be of another library at the same addresses. */
static void written(const struct dl_phdr_info *info, const void *site)
{
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_W)
			dr_plain_range((const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr),
				info->dlpi_phdr[i].p_memsz, DR_WRITES, site);
}

static int observe(struct dl_phdr_info *info, size_t unused, void *site)
{
	(void)unused;
	struct module m = extent_of(info), *before = find(m);
	if (before && before->there == 1)
		before->there = 2;
	if (!slash(info->dlpi_name) || (before && before->there))
		return 0;
	written(info, site);
	m.there = 2;
	if (before) {
		*before = m;
		return 0;
	}
	keep(m);
	char text[4200], folder[2048] = "";
	if (*info->dlpi_name != '/') {
		ssize_t n = readlink("/proc/self/cwd", folder, sizeof folder - 2);
		dr_copy(folder + (n < 0 ? 0 : n), "/", 2);
	}
	snprintf(text, sizeof text, "module: %lx %lx %s%s", (unsigned long)m.from, (unsigned long)(m.to - m.from),
		folder, info->dlpi_name);
	dr_log_note(text);
	return 0;
}

void dr_modules_changed(const void *site)
{
	dl_iterate_phdr(observe, (void *)site);
	for (unsigned i = 0; i < modules; i++)
		known[i].there = known[i].there == 2;
}
