/* The executable and libraries of this process, as HELLO describes them. */
#ifndef DRISTA_MODULES_H
#define DRISTA_MODULES_H

#include <stddef.h>
#include <stdint.h>

extern uint64_t dr_loader_from, dr_loader_to;
/* Is the address in the code of the dynamic loader? */
static inline int dr_is_loader(uint64_t pc)
{
	return pc - dr_loader_from < dr_loader_to - dr_loader_from;
}

/* Whose code a module is: the program's, its libraries included; libstdc++; the C library, its loader included. */
enum dr_module_kind { DR_MODULE_PROGRAM, DR_MODULE_LIBSTDCXX, DR_MODULE_LIBC };
/* That of the module with the address; DR_MODULE_PROGRAM where there is none. */
enum dr_module_kind dr_module_kind(uint64_t pc);

/* The modules as in HELLO: u32 count, then for each module base, size, path. Returns a mapping of *size bytes, which
 * the caller must unmap. */
void *dr_modules(size_t *size);
/*
 * In a run: adds a note "module: BASE SIZE PATH" (numbers in hexadecimal) for each library that has been loaded since,
 * and says that its data was written.
 */
void dr_modules_changed(const void *site);

#endif
