/*
 * Saves and restores the pages that a run writes, for runs in the server's own process (rollback.h). All memory of the
 * program is read-only before a run. The first write to a page saves the page and makes it writable from then on. Most
 * runs write the same pages, so after a while a run costs no more than copying those back. Only server/ calls these
 * functions.
 */
#ifndef DRISTA_PAGES_H
#define DRISTA_PAGES_H

#include <stdint.h>

/* The part of the process's initial stack from this address on is memory of the program: arguments and environment.
 * */
void dr_pages_stack(const void *from);
/* Excludes memory of the server, which is never restored and which runs do not write. The number of such ranges is
 * small. */
void dr_pages_exclude(const void *from, uint64_t size);

/* Begins to save pages before they are written. Returns NULL, or why that cannot be done. */
const char *dr_pages_watch(void);
int dr_pages_watched(void);
/* Restores all pages to their contents at dr_pages_watch. */
void dr_pages_restore(void);
/* Ends the watch and makes all memory writable again: before the server changes its own state, and in a process that it
 * forks. */
void dr_pages_forget(void);

/* For the handler of SIGSEGV: returns 1 if the watch caused the fault; the page is then saved and writable. */
int dr_pages_fault(uint64_t address);

#endif
