/*
 * Functions of a library of the program that have names of libc functions. Without drista they take precedence over
 * libc's in the whole program, but the runtime, which is in the executable or loaded first, would take precedence over
 * them. So the runtime's names lead to them if the library is instrumented. Uninstrumented ones, such as a shared
 * allocator, are not used, since their accesses would not be observed.
 */
#include "core/internal.h"
#include "prim/real.h"
#include "prim/symbols.h"
#include "effects/wrapped.h"
#include "libc/override.h"

#include <dlfcn.h>

static int is(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
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
	struct dr_symbols t = dr_symbols_of(info);
	if (!dr_symbols_instrumented(&t))
		return 0;
	for (uint32_t i = 1; i < t.count; i++) {
		const ElfW(Sym) *s = &t.symbols[i];
		const char *name = dr_symbol_name(&t, s);
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
