/*
 * What addresses are called that have no name of their own, for a report. In a run with DR_NAMES the notes have a line
 * for each object on the heap or on a stack that an event is about: ADDRESS heap OFFSET malloc|new|new[] {PLACE} where
 * in a block, and where that was allocated (docs/architecture/, "Texts"), or for a block from before main: ADDRESS heap
 * OFFSET malloc|new|new[] before POINTER the first word of static data that points to the block, 0: none; ADDRESS stack
 * PC FRAME an address in the function on whose stack it is, and that function's frame pointer Numbers are hexadecimal.
 * No line: nothing is known.
 */
#ifndef DRISTA_NAMES_H
#define DRISTA_NAMES_H

#include "internal.h"

/* An event of the running thread is about the address. */
void dr_names_add(uint64_t address);
/* The run ends. */
void dr_names_tell(void);

#endif
