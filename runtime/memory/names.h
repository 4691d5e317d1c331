/*
 * Names for addresses of objects that have none of their own, for a report. In a run with DR_NAMES the notes have a
 * line for each object on the heap or on a stack that an event is about, and for each address on the heap that an event
 * has read or written (numbers are hexadecimal):
 *
 * - `ADDRESS heap OFFSET malloc|new|new[] {PLACE}`: the offset in a block, and where the block was allocated
 *   (docs/explanation/memory.md, "Names");
 *
 * - `ADDRESS heap OFFSET malloc|new|new[] before POINTER`: the same in a block from before main, and the first word of
 *   static data that points to the block (0: none);
 *
 * - `ADDRESS stack PC FRAME`: an address in the function on whose stack the object lies, and that function's frame
 *   pointer.
 *
 * An object without a line has no known name.
 */
#ifndef DRISTA_NAMES_H
#define DRISTA_NAMES_H

#include "core/internal.h"

/* Records that an event of the running thread is about the address. */
void dr_names_add(uint64_t address);
/* Writes the notes, at the end of the run. */
void dr_names_write(void);

#endif
