/*
 * Which expression each write of an atomic object has left (held.h). Memory has the expression of the last write of the
 * run; those of overwritten ones are kept in a table.
 */
#include "symbolic/held.h"
#include "core/log.h"
#include "core/rmw.h"
#include "core/schedule.h"
#include "symbolic/symbolic.h"

/* Field `source` of struct dr_step. */
#define BITS 22
#define UNKNOWN 0u
#define INITIAL UINT32_MAX

#define SLOTS (1u << 14)

static DR_PAGED struct {
	uint64_t object; /* 0: the slot is free */
	uint32_t write;
	uint64_t expression;
} kept[SLOTS];
static uint32_t used;

static uint32_t slot_of(uint64_t object, uint32_t write)
{
	uint32_t slot = (uint32_t)((object ^ (uint64_t)write << 48 ^ write) * 0x9e3779b97f4a7c15ul >> 40) % SLOTS;
	while (kept[slot].object && (kept[slot].object != object || kept[slot].write != write))
		slot = (slot + 1) % SLOTS;
	return slot;
}

static void keep(uint64_t object, uint32_t write, uint64_t expression)
{
	uint32_t slot = slot_of(object, write);
	if (!kept[slot].object && ++used > SLOTS / 2)
		dr_unsupported("more than 8192 writes of symbolic values to atomic objects in one execution");
	kept[slot].object = object;
	kept[slot].write = write;
	kept[slot].expression = expression;
}

void dr_held_mark(uint64_t object)
{
	if (!dr_held_any(object))
		keep(object, DR_NO_WRITE, 0);
}

int dr_held_any(uint64_t object)
{
	return used && kept[slot_of(object, DR_NO_WRITE)].object != 0;
}

int dr_held_wrote(const struct dr_event *e, uint64_t object, uint32_t size, uint64_t *value)
{
	if (e->object != object || e->size != size)
		return 0;
	int is = e->kind == DR_STORE || e->kind == DR_PLAIN_WRITE || (e->kind == DR_RMW && !dr_rmw_fails(e));
	if (is)
		*value = e->kind == DR_RMW ? dr_rmw_written(e).lo : e->value.lo;
	return is;
}

uint32_t dr_held_last(uint64_t object, uint32_t size)
{
	uint64_t value;
	for (uint32_t n = dr_log->events; n; n--)
		if (dr_held_wrote(&dr_log->event[n - 1], object, size, &value))
			return n;
	return DR_INITIAL;
}

uint32_t dr_held_scheduled(const struct dr_event *e)
{
	uint32_t source = dr_scheduled[dr_self->number].source;
	if (source == UNKNOWN || source == INITIAL)
		return source == UNKNOWN ? DR_NO_WRITE : DR_INITIAL;
	uint32_t thread = source >> BITS, left = source & ((1u << BITS) - 1);
	for (uint32_t n = 1; n <= dr_log->events; n++) {
		const struct dr_event *w = &dr_log->event[n - 1];
		uint64_t value;
		if (w->thread == thread && --left == 0)
			return dr_held_wrote(w, e->object, e->size, &value) && value == e->result.lo ? n : DR_NO_WRITE;
	}
	return DR_NO_WRITE;
}

void dr_held_keep(uint64_t object, uint32_t size)
{
	if (dr_symbolic_load((const void *)object, size))
		dr_held_keep_any(object, size);
}

void dr_held_keep_any(uint64_t object, uint32_t size)
{
	dr_held_mark(object);
	uint32_t last = dr_held_last(object, size);
	if (!kept[slot_of(object, last)].object)
		keep(object, last, dr_symbolic_load((const void *)object, size));
}

uint64_t dr_held_expression(uint64_t object, uint32_t size, uint32_t write)
{
	uint32_t slot = slot_of(object, write);
	if (used && kept[slot].object)
		return kept[slot].expression;
	return dr_held_last(object, size) == write ? dr_symbolic_load((const void *)object, size) : 0;
}
