/* Atomic sections (section.h). */
#include "pthread/section.h"
#include "core/internal.h"
#include "pthread/mutex.h"
#include "core/schedule.h"

static pthread_mutex_t atomic_section = PTHREAD_MUTEX_INITIALIZER;

void dr_section_begin(const void *site)
{
	if (!dr_self)
		return;
	if (!(dr_schedule.flags & DR_SECTIONS))
		dr_unsupported_at(
			"an atomic section (drista_atomic_begin, __VERIFIER_atomic_begin) without --model sc", site);
	if (dr_self->atomic.sections++ == 0)
		dr_mutex_lock(&atomic_section, 0, site);
}

void dr_section_end(const void *site)
{
	if (!dr_self)
		return;
	if (dr_self->atomic.sections == 0)
		dr_error(DR_MISUSE, 0, site, "an atomic section ends that has not begun");
	if (--dr_self->atomic.sections == 0)
		dr_mutex_unlock(&atomic_section, site);
}

void dr_section_lock(uint64_t spin, const void *site)
{
	dr_mutex_lock(&atomic_section, spin, site);
}

void dr_section_unlock(const void *site)
{
	dr_mutex_unlock(&atomic_section, site);
}
