/* Which expression each write of an atomic object has left (atomics.h). */
#ifndef DRISTA_SYMBOLIC_HELD_H
#define DRISTA_SYMBOLIC_HELD_H

#include "core/internal.h"

#define DR_INITIAL 0u /* in the place of a write: what the object held before any event */
#define DR_NO_WRITE UINT32_MAX /* it is not known which one */

/* Writes are numbered by their events in the log, from 1. */

/* May some write of the object have an expression? */
int dr_held_any(uint64_t object);
/* The object is about to be overwritten: memory still has the expression of its last write, unless that is kept. */
void dr_held_keep(uint64_t object, uint32_t size);
/* Memory is about to have the expression of an older write. */
void dr_held_keep_any(uint64_t object, uint32_t size);
/* Some write of the object has an expression. */
void dr_held_mark(uint64_t object);
/* The last write of the object in the log. */
uint32_t dr_held_last(uint64_t object, uint32_t size);
/* The write that the schedule's present step names. */
uint32_t dr_held_scheduled(const struct dr_event *e);
/* The expression of what the write has left; 0: it depends on no input. */
uint64_t dr_held_expression(uint64_t object, uint32_t size, uint32_t write);
/* The value that the event of the log has written; 0 if it has written nothing there. */
int dr_held_wrote(const struct dr_event *e, uint64_t object, uint32_t size, uint64_t *value);

#endif
