/* Copying and filling memory, without announcing anything. */
#ifndef DRISTA_COPY_H
#define DRISTA_COPY_H

#include <stddef.h>

/* As memcpy, memmove and memset. */
void *dr_raw_memcpy(void *to, const void *from, size_t size);
void *dr_raw_memmove(void *to, const void *from, size_t size);
void *dr_raw_memset(void *to, int byte, size_t size);
void dr_copy(void *to, const void *from, size_t size);

#ifndef DRISTA_DEFINES_MEMCPY /* memory/copying.c */
/* The compiler emits calls of memcpy for large structs. Those of the runtime must not reach the interposed functions,
 * which announce accesses of the program. */
__asm__(".set memcpy, dr_raw_memcpy\n.set memmove, dr_raw_memmove\n.set memset, dr_raw_memset\n");
#endif

#endif
