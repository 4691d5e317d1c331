/* The dynamic symbols of a module of this process, as the loader has mapped them (System V ABI, "Dynamic Linking"). */
#ifndef DRISTA_SYMBOLS_H
#define DRISTA_SYMBOLS_H

#include <link.h>
#include <stdint.h>

struct dr_symbols {
	uint64_t base;
	const ElfW(Sym) * symbols; /* NULL: the module has none */
	const char *texts;
	uint32_t count;
	const ElfW(Rela) * relocations, *jumps; /* of data, and of its calls */
	uint64_t relocations_size, jumps_size; /* in bytes */
};

/* The symbols of the module that dl_iterate_phdr describes. */
struct dr_symbols dr_symbols_of(const struct dl_phdr_info *info);

/* The name of a symbol. */
static inline const char *dr_symbol_name(const struct dr_symbols *s, const ElfW(Sym) * symbol)
{
	return s->texts + symbol->st_name;
}

/* Was the module compiled with `drista cc`, or for ThreadSanitizer? Then it calls __tsan_init, which it may contain. */
int dr_symbols_instrumented(const struct dr_symbols *s);

/* Is the address in a library of the system, whose functions the runtime wraps or the table of effects describes? */
int dr_in_systems_library(const void *address);

#endif
