/* The executable and libraries of this process (modules.h). */
#include "modules.h"
#include "internal.h"

#include <link.h>
#include <string.h>
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
	} else if (*path != '/' && slash(path)) { /* linked by a relative path */
		ssize_t n = readlink("/proc/self/cwd", own, sizeof own / 2);
		size_t length = strlen(path);
		if (n < 0 || (size_t)n + length + 2 > sizeof own)
			return 0;
		own[n] = '/';
		memcpy(own + n + 1, path, length + 1);
		path = own;
	}
	if (*path != '/') /* the kernel's own (vdso) has no file */
		return 0;
	uint64_t low = ~0ul, high = 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		if (p->p_type != PT_LOAD)
			continue;
		uint64_t from = (info->dlpi_addr + p->p_vaddr) & -4096ul, to = info->dlpi_addr + p->p_vaddr + p->p_memsz;
		low = from < low ? from : low;
		high = to > high ? to : high;
	}
	uint64_t place[] = {low, high - low};
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
