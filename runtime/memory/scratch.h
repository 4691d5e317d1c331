/*
 * Memory into which libc or the kernel writes results before the runtime copies them to the program's memory. For io/
 * and libc/.
 */
#ifndef DRISTA_SCRATCH_H
#define DRISTA_SCRATCH_H

#include <stddef.h>

#define DR_SCRATCH (1ul << 16)
/* Scratch memory of the running thread; other threads have their own, since they may run while it copies. Returns at
 * least DR_SCRATCH bytes. *size is the wanted size, and is reduced if there is less. The memory is valid until the
 * thread's next call; more than DR_SCRATCH bytes must be released with dr_scratch_done. */
void *dr_scratch(size_t *size);
void dr_scratch_done(void *scratch, size_t size);

#endif
