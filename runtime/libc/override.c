/*
 * Functions of a library of the program that have names of libc functions. Without drista they take precedence over
 * libc's in the whole program, but the runtime, which is in the executable or loaded first, would take precedence over
 * them. So the runtime's names lead to them if the library is instrumented. Uninstrumented ones, such as a shared
 * allocator, are not used, since their accesses would not be observed.
 */
#include "internal.h"
#include "libc/real.h"
#include "libc/wrapped.h"

#include <dlfcn.h>
#include <link.h>

/* The symbol table of a module. */
struct table {
	uint64_t base;
	const ElfW(Sym) * symbols;
	const char *texts;
	uint32_t count;
};

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
static const void *at(const struct table *t, uint64_t value)
{
	return (const void *)(value < t->base ? t->base + value : value);
}

static struct table table_of(const struct dl_phdr_info *info)
{
	struct table t = {.base = info->dlpi_addr};
	const ElfW(Dyn) *d = NULL;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			d = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	for (; d && d->d_tag != DT_NULL; d++) {
		switch (d->d_tag) {
		case DT_SYMTAB: t.symbols = at(&t, d->d_un.d_ptr); break;
		case DT_STRTAB: t.texts = at(&t, d->d_un.d_ptr); break;
		case DT_GNU_HASH: t.count = count_of(at(&t, d->d_un.d_ptr)); break;
		case DT_HASH: t.count = ((const uint32_t *)at(&t, d->d_un.d_ptr))[1]; break;
		}
	}
	return t.symbols && t.texts ? t : (struct table){0};
}

static int is(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

static int is_instrumented(const struct table *t)
{
	for (uint32_t i = 1; i < t->count; i++)
		if (t->symbols[i].st_shndx == SHN_UNDEF && is(t->texts + t->symbols[i].st_name, "__tsan_init"))
			return 1;
	return 0;
}

/* Is the name in namespace std? Then it is not the library's own function, but an instance of a template of
 * libstdc++. */
static int is_libstdcxx(const char *name)
{
	return name[0] == '_' && name[1] == 'Z' && (name[2] == 'N' || name[2] == 'S');
}

static int override(struct dl_phdr_info *info, size_t unused, void *unused2)
{
	(void)unused, (void)unused2;
	struct table t = table_of(info);
	if (!is_instrumented(&t))
		return 0;
	for (uint32_t i = 1; i < t.count; i++) {
		const ElfW(Sym) *s = &t.symbols[i];
		const char *name = t.texts + s->st_name;
		if (s->st_shndx == SHN_UNDEF || ELF64_ST_TYPE(s->st_info) != STT_FUNC ||
			ELF64_ST_BIND(s->st_info) == STB_LOCAL)
			continue;
		struct dr_wrapped *w = dr_wrapped_named(name);
		uint64_t function = t.base + s->st_value;
		/* The runtime is in the executable's table too. */
		if (!w || dr_ours(function) || is_libstdcxx(name))
			continue;
		/* Takes the first in the loader's order, unless the executable defines the name, which then has
		 * precedence. */
		if (w->leads_to == w->function && dr_ours((uint64_t)dr_real_dlsym()(RTLD_DEFAULT, name)))
			w->leads_to = (void *)function;
	}
	return 0;
}

void dr_override(void)
{
	dl_iterate_phdr(override, NULL);
}

/* The names of the functions in unsupported.c. */
extern const char __start_drista_unsupported[] __attribute__((visibility("hidden")));
extern const char __stop_drista_unsupported[] __attribute__((visibility("hidden")));

static int begins_with(const char *text, const char *beginning)
{
	while (*beginning && *text == *beginning)
		text++, beginning++;
	return !*beginning;
}

void dr_override_standalone(void)
{
	for (const char *name = __start_drista_unsupported; name < __stop_drista_unsupported;) {
		struct dr_wrapped *w = dr_wrapped_named(name);
		void *real = w ? dr_real_dlsym()(RTLD_NEXT, name) : NULL;
		if (real && !begins_with(name, "pthread_") && !begins_with(name, "sem_") && !is(name, "clone"))
			w->leads_to = real;
		while (*name++)
			;
		while (name < __stop_drista_unsupported && !*name) /* there may be padding between names */
			name++;
	}
}
