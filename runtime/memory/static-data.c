/* The static data of the program (static-data.h). */
#include "memory/static-data.h"
#include "core/internal.h"

#include <link.h>

struct dr_static_data dr_static_data;

/* The ends of the runtime's data, which has copies of arguments and values that threads have read. */
extern const char __start_drista_data[] __attribute__((visibility("hidden"), weak));
extern const char __stop_drista_data[] __attribute__((visibility("hidden"), weak));
extern const char __start_drista_bss[] __attribute__((visibility("hidden"), weak));
extern const char __stop_drista_bss[] __attribute__((visibility("hidden"), weak));

static void add_range(uint64_t from, uint64_t to)
{
	if (from < to && dr_static_data.ranges < DR_STATIC_RANGES) {
		dr_static_data.range[dr_static_data.ranges].from = from;
		dr_static_data.range[dr_static_data.ranges++].to = to;
	}
}

/* Adds the words of [from, to) without those of [skip, end). */
static void add_around(uint64_t from, uint64_t to, uint64_t skip, uint64_t end, void (*add)(uint64_t, uint64_t))
{
	if (skip < from || skip > to) {
		add(from, to);
		return;
	}
	add(from, skip);
	add((end + 7) & -8ul, to);
}

static void add_data(uint64_t from, uint64_t to)
{
	add_around(from, to, (uint64_t)__start_drista_bss, (uint64_t)__stop_drista_bss, add_range);
}

static int add_module(struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size, (void)unused;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uint64_t from = (info->dlpi_addr + p->p_vaddr + 7) & -8ul,
			 to = (info->dlpi_addr + p->p_vaddr + p->p_memsz) & -8ul;
		if (p->p_type == PT_LOAD && p->p_flags & PF_W)
			add_around(from, to, (uint64_t)__start_drista_data, (uint64_t)__stop_drista_data, add_data);
		if (p->p_type == PT_TLS)
			dr_static_data.main_tls += (p->p_memsz + 7) & -8ul;
	}
	return 0;
}

void dr_static_data_find(void)
{
	dl_iterate_phdr(add_module, NULL);
}

uint64_t dr_static_pointer_to(uint64_t address)
{
	for (unsigned i = 0; i < dr_static_data.ranges; i++)
		for (uint64_t a = (dr_static_data.range[i].from + 7) & -8ul; a + 8 <= dr_static_data.range[i].to;
			a += 8)
			if (*(const uint64_t *)a == address)
				return a;
	return 0;
}
