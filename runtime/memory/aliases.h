/* Bytes of files that the program has mapped at several addresses (io/mapped.h). */
#ifndef DRISTA_ALIASES_H
#define DRISTA_ALIASES_H

#include "core/hooks.h"

extern int dr_aliases; /* do some bytes of files have several addresses? */

/* The first address of the byte that is mapped at this address. */
static inline uint64_t dr_alias(uint64_t address)
{
	return __builtin_expect(dr_aliases, 0) ? dr_hooks.first_address(address) : address;
}

#endif
