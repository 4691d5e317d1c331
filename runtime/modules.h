/* The executable and libraries of this process, as HELLO describes them. */
#ifndef DRISTA_MODULES_H
#define DRISTA_MODULES_H

#include <stddef.h>

/* A mapping of *size bytes: u32 count, then per module base, size, path; the caller unmaps it. */
void *dr_modules(size_t *size);

#endif
