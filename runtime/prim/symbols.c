/* The dynamic symbols of modules (symbols.h). */
#include "prim/symbols.h"
#include "prim/base.h"

#include <dlfcn.h>

/* The number of symbols of a hash table in GNU's format. */
static uint32_t count_of(const uint32_t *hash)
{
	uint32_t buckets = hash[0], first = hash[1], last = 0;
	const uint32_t *bucket = hash + 4 + hash[2] * (sizeof(ElfW(Addr)) / 4), *chain = bucket + buckets;
	for (uint32_t i = 0; i < buckets; i++)
		last = bucket[i] > last ? bucket[i] : last;
	if (last < first)
		return first;
	while (!(chain[last - first] & 1))
		last++;
	return last + 1;
}

/* The address of a dynamic section's entry; glibc has relocated most of them. */
static const void *at(const struct dr_symbols *s, uint64_t value)
{
	return (const void *)(value < s->base ? s->base + value : value);
}

struct dr_symbols dr_symbols_of(const struct dl_phdr_info *info)
{
	struct dr_symbols s = {.base = info->dlpi_addr};
	const ElfW(Dyn) *d = NULL;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			d = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	for (; d && d->d_tag != DT_NULL; d++) {
		switch (d->d_tag) {
		case DT_SYMTAB: s.symbols = at(&s, d->d_un.d_ptr); break;
		case DT_STRTAB: s.texts = at(&s, d->d_un.d_ptr); break;
		case DT_GNU_HASH: s.count = count_of(at(&s, d->d_un.d_ptr)); break;
		case DT_HASH: s.count = ((const uint32_t *)at(&s, d->d_un.d_ptr))[1]; break;
		case DT_RELA: s.relocations = at(&s, d->d_un.d_ptr); break;
		case DT_RELASZ: s.relocations_size = d->d_un.d_val; break;
		case DT_JMPREL: s.jumps = at(&s, d->d_un.d_ptr); break;
		case DT_PLTRELSZ: s.jumps_size = d->d_un.d_val; break;
		}
	}
	return s.symbols && s.texts ? s : (struct dr_symbols){0};
}

static int is(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

int dr_symbols_instrumented(const struct dr_symbols *s)
{
	for (uint32_t i = 1; i < s->count; i++)
		if (s->symbols[i].st_shndx == SHN_UNDEF && is(dr_symbol_name(s, &s->symbols[i]), "__tsan_init"))
			return 1;
	return 0;
}

/* What follows the beginning; NULL: the text begins otherwise. */
static const char *after(const char *text, const char *beginning)
{
	while (*beginning && *text == *beginning)
		text++, beginning++;
	return *beginning ? NULL : text;
}

int dr_in_systems_library(const void *address)
{
	/* Without their suffixes: a program with the runtime in it holds these texts, and is searched for names of
	 * libraries that it may load (src/cli/commands/doctor.ts). */
	static const char *const names[] = {"libc", "libpthread", "librt", "libdl", "libm", "libgcc_s", "libstdc++",
		"libatomic", "ld-linux-x86-64", "ld-linux-aarch64"};
	Dl_info info;
	if (!address || !dladdr(address, &info) || !info.dli_fname)
		return 0;
	const char *file = info.dli_fname;
	for (const char *at = file; *at; at++)
		if (*at == '/')
			file = at + 1;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *rest = after(file, names[i]);
		if (rest && after(rest, ".so"))
			return 1;
	}
	return 0;
}
