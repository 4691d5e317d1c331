/*
 * The pages that a run writes, for runs in the server's own process (rollback.h). All memory of the program is read-
 * only before a run. The first write to a page saves the page and makes it writable from then on. Most runs write the
 * same pages, so after a while a run costs no more than copying those back. Only server/ calls these functions.
 */
#ifndef DRISTA_PAGES_H
#define DRISTA_PAGES_H

#include <stdint.h>

/* Of the stack that the process began with the part from here on is memory of the program: arguments and environment.
 */
void dr_pages_stack(const void *from);
/* Memory that is never put back: of the server, where runs do not write. Few can be named. */
void dr_pages_exclude(const void *from, uint64_t size);

/* From now on what is written is kept. Returns NULL, or why that cannot be done. */
const char *dr_pages_watch(void);
int dr_pages_watched(void);
/* Puts everything back as it was at dr_pages_watch. */
void dr_pages_restore(void);
/* Ends the watch, and lets everything be written again: before the server changes its own state, and in a process that
 * it forks. */
void dr_pages_forget(void);

/* For the handler of SIGSEGV: was the write refused because of the watch? Then it can be made now. */
int dr_pages_fault(uint64_t address);

#endif
