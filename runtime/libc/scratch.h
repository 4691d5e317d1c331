/*
 * Memory into which libc or the kernel writes results before the runtime copies them to the program's memory. For io/
 * and libc/.
 */
#ifndef DRISTA_SCRATCH_H
#define DRISTA_SCRATCH_H

#include <stddef.h>

#define DR_SCRATCH (1ul << 16)
/* At least DR_SCRATCH bytes, of the running thread's own: others may run while it copies them to the program's memory.
 * The size becomes what there is, if that is less than wanted. Until the thread's next call; more than DR_SCRATCH bytes
 * must be given back. */
void *dr_scratch(size_t *size);
void dr_scratch_done(void *scratch, size_t size);

#endif
