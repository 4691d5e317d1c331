/*
 * The lives of heap blocks begin when they are allocated (C11 7.22.3p1), and what they hold then is indeterminate
 * (7.22.3.4p2). An access by another thread that does not happen after the allocation is an error. For promoted atoms
 * the allocation is an event: a plain write (DR_ALLOCATES), so that such an access races with it.
 *
 * Mostly a thread writes a fresh block before anybody else can know of it, and that write races in the same cases. So
 * the events of an allocation come late: before the thread's next event that another thread may learn something from,
 * and only for atoms in which nothing has been written by then.
 */
#ifndef DRISTA_BIRTHS_H
#define DRISTA_BIRTHS_H

#include "memory/plain.h"
#include "core/internal.h"
#include "shadow/heap.h"

/* Records that the running thread has allocated the block, the last one of the arena. */
void dr_born(uint64_t arena, uint64_t block, size_t size);
/* Logs the events of the running thread's allocations that are due. Called before every event but plain accesses that
 * do not wait. */
void dr_births_due(void);
static inline void dr_births(void)
{
	if (dr_self->writes.born)
		dr_births_due();
}

/* The running thread is about to wait before the event, or to have it recorded. An object of an event that waits must
 * have one address only. */
void dr_births_wait(struct dr_event *e);
void dr_births_record(const struct dr_event *e);

/* Does the address lie in a block that the running thread has allocated since its last event other than such an access?
 */
static inline int dr_is_young(uint64_t address)
{
	uint64_t born = dr_self->writes.born;
	return born && address >= born && (address - DR_ARENAS_BASE) >> DR_ARENA_SHIFT == dr_self->number;
}

/* Has any byte in the range, which lies in the arenas, been written since it was allocated? size <= 16. */
int dr_heap_written_in(uint64_t address, size_t size);

/* DR_UNINITIALISED where nothing has initialised the bytes, which hold the value; else 0. Memory that is not zero any
 * more was written by code that announces nothing. */
static inline uint32_t dr_uninitialised(uint64_t address, size_t size, struct dr_value holds)
{
	if (address - DR_ARENAS_BASE >= DR_ARENAS_SIZE || holds.lo || holds.hi)
		return 0;
	return dr_heap_written_in(address, size) ? 0 : DR_UNINITIALISED;
}

#endif
