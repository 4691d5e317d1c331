/*
 * The four kinds of atomic operation, for the files of atomic/ that define the functions which compilers call (tsan-
 * atomic.c, libatomic.c). No other file calls them.
 */
#ifndef DRISTA_ATOMIC_H
#define DRISTA_ATOMIC_H

#include "core/rmw.h"

/* What an operation accesses and from where: its object, the call site, and the fingerprint of the caller's state (0:
 * the operation cannot be the body of a spin loop). */
struct dr_place {
	uint64_t object;
	uint32_t size;
	const void *site;
	uint64_t spin;
};

/* A load; returns the old value. A store. `order`: as compilers number memory orders. */
dr_wide dr_atomic_load(struct dr_place p, int order);
void dr_atomic_store(struct dr_place p, dr_wide value, int order);
dr_wide dr_atomic_rmw(struct dr_place p, enum dr_rmw op, dr_wide operand, int order); /* returns the value read */
/* Compare-exchange. Returns the value read; the object was changed to `desired` if that equals `expected`, unless it
 * was `weak` and has failed spuriously (C11 7.17.7.4p4). */
dr_wide dr_atomic_cas(struct dr_place p, int weak, dr_wide expected, dr_wide desired, int order, int fail_order);
/* Is the running thread's next compare-exchange, of this object, known to be a weak one (__drista_weak)? */
int dr_atomic_is_weak(uint64_t object);
/* Has the running thread's last compare-exchange failed spuriously? */
int dr_atomic_failed(void);
/* Stops the run, since an object of that size is unsupported; with an error of the program if the pointer is
 * invalid. */
_Noreturn void dr_atomic_unsupported(uint64_t object, size_t size, int write, const void *site);
void dr_atomic_fence(int order, const void *site);

#endif
