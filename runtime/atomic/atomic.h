/*
 * The four kinds of atomic operation, for the files of atomic/ that define the functions which compilers call (tsan-
 * atomic.c, libatomic.c). Nobody else calls them.
 */
#ifndef DRISTA_ATOMIC_H
#define DRISTA_ATOMIC_H

#include "internal.h"

/* Where an operation is: its object, the call, and the state of the caller (0: it cannot spin). */
struct dr_place {
	uint64_t object;
	uint32_t size;
	const void *site;
	uint64_t spin;
};

typedef unsigned __int128 dr_wide; /* a value of any size, zero-extended */

dr_wide dr_atomic_load(struct dr_place p, int order);
void dr_atomic_store(struct dr_place p, dr_wide value, int order);
dr_wide dr_atomic_rmw(struct dr_place p, enum dr_rmw op, dr_wide operand, int order); /* returns the value read */
/* Returns the value read: it was exchanged if that equals `expected`. */
dr_wide dr_atomic_cas(struct dr_place p, dr_wide expected, dr_wide desired, int order, int fail_order);
/* An operation on an object of that size is refused, unless the program's pointer is wrong. */
_Noreturn void dr_atomic_refuse(uint64_t object, size_t size, int write, const void *site);
void dr_atomic_fence(int order, const void *site);
/*
 * Did the rmw leave another value than it read? A compare-exchange that fails does not, nor does exchange(1) on a lock
 * that is taken: a loop of these spins like a loop of loads.
 */
int dr_atomic_changes(const struct dr_event *e);
/* What the rmw writes when it reads `old`. */
dr_wide dr_atomic_result(enum dr_rmw op, uint32_t size, dr_wide old, dr_wide operand);

#endif
