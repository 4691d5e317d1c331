/*
 * Expressions of what atomic objects hold. A read has the expression of the write that it reads from, which the
 * schedule names; so do executions in which two writes have equal values with this input. For atomic/.
 */
#ifndef DRISTA_SYMBOLIC_ATOMICS_H
#define DRISTA_SYMBOLIC_ATOMICS_H

#include "core/internal.h"

/* The running thread's load or read-modify-write is about to happen: its result is known. */
void dr_symbolic_atomic_reads(const struct dr_event *e);
/* The store, or the read-modify-write after its read, is about to change memory. */
void dr_symbolic_atomic_writes(const struct dr_event *e);
/* It has changed it, and is the last event of the log. */
void dr_symbolic_atomic_wrote(const struct dr_event *e);
/* A read of plain data that waits has its result, which memory may not hold yet. From now on memory has the expression
 * of the write that it reads from, which is returned: the program's own load comes next. */
uint64_t dr_symbolic_plain_reads(const struct dr_event *e);
/* Memory has that expression of the object again. */
void dr_symbolic_gives(uint64_t object, uint32_t size, uint64_t expression);
/* The event reads or writes an atomic object in a way that no expression follows. */
void dr_symbolic_atomic_hidden(const struct dr_event *e, const char *what);
/* At the end of a run: asks what compare-exchanges would do that read from another write. */
void dr_symbolic_atomic_end(void);

#endif
