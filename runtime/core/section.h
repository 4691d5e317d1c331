/*
 * Accesses beside atomic sections (drista_atomic_begin, __VERIFIER_atomic_begin): no other thread takes a step in
 * between. One lock stands for that: each section holds it, and so does each access of a thread outside sections that
 * other threads may observe. Such an access cannot come in the middle of a section then. What is not observed by others
 * may, since its order does not matter. The lock orders all these accesses, so sections exist under sequential
 * consistency only (DR_SECTIONS), where an order of all of them exists anyway.
 */
#ifndef DRISTA_CORE_SECTION_H
#define DRISTA_CORE_SECTION_H

#include "core/hooks.h"
#include "core/schedule.h"

/* Takes the lock for an access, in a program with sections, if the thread is in none. Returns whether it has. `spin`:
 * dr_spin_fingerprint(), or 0. */
static inline int dr_section_enter(uint64_t spin, const void *site)
{
	if (!(dr_schedule.flags & DR_SECTIONS) || dr_self->atomic.sections)
		return 0;
	dr_hooks.section_begins(spin, site);
	return 1;
}
/* Releases it, if dr_section_enter has said that it took it. */
static inline void dr_section_leave(int entered, const void *site)
{
	if (entered)
		dr_hooks.section_ends(site);
}

#endif
