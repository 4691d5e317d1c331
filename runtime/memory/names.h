/*
 * Names for addresses of objects that have none of their own, for a report. In a run with DR_NAMES the notes have lines
 * for the objects on the heap and on stacks that events are about, and for the addresses of such that events have read
 * or written (numbers are hexadecimal):
 *
 * - `ADDRESS heap OFFSET malloc|new|new[] {PLACE}`: the offset in a block, and where the block was allocated
 *   (docs/explanation/memory.md, "Names");
 *
 * - `ADDRESS heap OFFSET malloc|new|new[] before POINTER`: the same in a block from before main, and the first word of
 *   static data that points to the block (0: none);
 *
 * - `ADDRESS stack STACK SITE PC FRAME`: whose variable lies there at an event with this call stack and site (struct
 *   dr_event): an address in the function, and its frame pointer. Calls share a stack, one after the other, so that an
 *   address may have several lines. PC is 0 where the function is not known, or is optimised: then several variables
 *   may have one place. There is no line if the call has returned.
 *
 * An object without a line has no known name.
 */
#ifndef DRISTA_NAMES_H
#define DRISTA_NAMES_H

#include "core/internal.h"

/* Records what the event of the running thread is about, and the pointers among its values. */
void dr_names_add(const struct dr_event *e);
/* Records an address that the event, of the running thread, tells of. */
void dr_names_address(uint64_t address, const struct dr_event *e);
/* Writes the notes, at the end of the run. */
void dr_names_write(void);

#endif
