/* Memory that may have become inaccessible. */
#ifndef DRISTA_READABLE_H
#define DRISTA_READABLE_H

#include "core/internal.h"

/* Can memory have become inaccessible in this run: unmapped, made unreadable, or beyond the end of a truncated file?
 * Set by mmap.c. */
extern int dr_memory_goes;
/* As dr_peek. Inaccessible memory yields a special value: a thread that reads it crashes, unlike one that reads the
 * earlier contents. */
struct dr_value dr_peek_any(uint64_t address, uint32_t size);
int dr_readable(uint64_t address); /* is it readable? */

#endif
