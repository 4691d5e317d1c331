/* Finds the calls to intercept in the tables of modules (intercept.h; System V ABI, AMD64 supplement, 5.2). */
#include "effects/intercept.h"
#include "effects/announce.h"
#include "core/internal.h"
#include "prim/symbols.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/syscall.h>

struct range {
	uint64_t from, to;
};

static int is_in(uint64_t address, struct range r)
{
	return address >= r.from && address < r.to;
}

/* The smallest range with all segments of the type. */
static struct range segments(const struct dl_phdr_info *info, uint32_t type)
{
	struct range r = {~0ul, 0};
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		if (p->p_type != type)
			continue;
		uint64_t from = info->dlpi_addr + p->p_vaddr, to = from + p->p_memsz;
		r.from = from < r.from ? from : r.from;
		r.to = to > r.to ? to : r.to;
	}
	return r;
}

/* The instrumented modules. */
#define MODULES 512u
static struct range modules[MODULES];
static unsigned module_count;

/* Is it a module of the program whose accesses are announced? Not the runtime's own library. */
static int is_instrumented(const struct dl_phdr_info *info, const struct dr_symbols *s)
{
	int has_runtime = is_in((uint64_t)__start_drista_text, segments(info, PT_LOAD)),
	    is_executable = *info->dlpi_name == 0;
	return s->symbols && (has_runtime ? is_executable : dr_symbols_instrumented(s));
}

static int collect(struct dl_phdr_info *info, size_t unused, void *unused2)
{
	(void)unused, (void)unused2;
	struct dr_symbols s = dr_symbols_of(info);
	if (!is_instrumented(info, &s))
		return 0;
	if (module_count == MODULES)
		dr_fatal("too many modules");
	modules[module_count++] = segments(info, PT_LOAD);
	return 0;
}

static int is_seen(uint64_t function)
{
	if (dr_ours(function))
		return 1;
	for (unsigned i = 0; i < module_count; i++)
		if (is_in(function, modules[i]))
			return 1;
	return 0;
}

/* A page of what the loader has made read-only is writable while it is changed. */
static void protect(struct range r, int protection)
{
	uint64_t from = r.from & -4096ul;
	if (r.from < r.to)
		dr_kernel(SYS_mprotect, (long)from, (long)((r.to & -4096ul) - from), protection, 0, 0, 0);
}

static int is_call(const struct dr_symbols *s, const ElfW(Rela) * r)
{
	const ElfW(Sym) *symbol = &s->symbols[ELF64_R_SYM(r->r_info)];
	unsigned type = ELF64_ST_TYPE(symbol->st_info);
	if (symbol->st_shndx != SHN_UNDEF || r->r_addend != 0)
		return 0;
	switch (ELF64_R_TYPE(r->r_info)) {
	case R_X86_64_JUMP_SLOT: return 1;
	case R_X86_64_GLOB_DAT:
	case R_X86_64_64: return type == STT_FUNC || type == STT_GNU_IFUNC;
	default: return 0;
	}
}

static void redirect(const struct dr_symbols *s, const ElfW(Rela) * from, uint64_t size)
{
	for (uint64_t i = 0; i < size / sizeof *from; i++) {
		if (!is_call(s, &from[i]))
			continue;
		uint64_t *place = (uint64_t *)(s->base + from[i].r_offset);
		if (!*place || is_seen(*place))
			continue;
		uint64_t entry = dr_announcing(dr_symbol_name(s, &s->symbols[ELF64_R_SYM(from[i].r_info)]), *place);
		if (entry)
			*place = entry;
	}
}

static int intercept(struct dl_phdr_info *info, size_t unused, void *unused2)
{
	(void)unused, (void)unused2;
	struct dr_symbols s = dr_symbols_of(info);
	if (!is_instrumented(info, &s))
		return 0;
	struct range fixed = segments(info, PT_GNU_RELRO);
	protect(fixed, PROT_READ | PROT_WRITE);
	redirect(&s, s.relocations, s.relocations_size);
	redirect(&s, s.jumps, s.jumps_size);
	protect(fixed, PROT_READ);
	return 0;
}

void dr_intercept(void)
{
	if (dr_visibility == DR_SEES_CALLS) /* nothing is concluded from what such a program does not announce */
		return;
	module_count = 0;
	dl_iterate_phdr(collect, NULL);
	dl_iterate_phdr(intercept, NULL);
}

void *dr_intercept_found(const char *name, void *found)
{
	Dl_info info;
	const ElfW(Sym) *symbol = NULL;
	if (dr_visibility == DR_SEES_CALLS || is_seen((uint64_t)found) ||
		!dladdr1(found, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol || info.dli_saddr != found ||
		ELF64_ST_TYPE(symbol->st_info) != STT_FUNC)
		return found;
	uint64_t entry = dr_announcing(name, (uint64_t)found);
	return entry ? (void *)entry : found;
}
