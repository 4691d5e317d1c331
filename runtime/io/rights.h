/* What may be done with the process's memory, as the kernel lists it (/proc/self/maps). */
#ifndef DRISTA_RIGHTS_H
#define DRISTA_RIGHTS_H

#include <stdint.h>

struct dr_rights {
	uint64_t from, to;
	int protection; /* PROT_READ and so on */
};

/*
 * Calls `each` for every mapping, by address. Returns 0 if the kernel's list cannot be read.
 */
int dr_rights_each(void (*each)(const struct dr_rights *r, void *argument), void *argument);

#endif
