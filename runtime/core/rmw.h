/* What a read-modify-write writes. */
#ifndef DRISTA_RMW_H
#define DRISTA_RMW_H

#include "core/internal.h"

typedef unsigned __int128 dr_wide; /* a value of any size, zero-extended */

/* A value as events have it. */
static inline struct dr_value dr_value_of(dr_wide w)
{
	return (struct dr_value){(uint64_t)w, (uint64_t)(w >> 64)};
}

/* The value of an event. */
static inline dr_wide dr_wide_of(struct dr_value v)
{
	return (dr_wide)v.hi << 64 | v.lo;
}

/* What the operation writes when it reads `old`. */
dr_wide dr_rmw_result(enum dr_rmw op, uint32_t size, dr_wide old, dr_wide operand);
/* Is the event a compare-exchange that fails? Memory stays as it is. */
int dr_rmw_fails(const struct dr_event *e);
/* The value that memory has after the event. */
struct dr_value dr_rmw_written(const struct dr_event *e);
/*
 * Did the read-modify-write change the value? A failing compare-exchange does not, nor does exchange(1) on a lock that
 * is taken: a loop of these spins like a loop of loads.
 */
int dr_rmw_changes(const struct dr_event *e);

#endif
