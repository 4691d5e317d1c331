/* Results that the program does not use (unused-results.h). */
#include "core/unused-results.h"
#include "core/schedule.h"

/* By thread: the object whose next call has a result that the program does not use. */
static uint64_t unused[DR_THREADS];

DR_EXPORT void __drista_unused(uint64_t object);
/* Called by the program just before such a call, where the pass has found it (runtime/pass/unused-results.h). */
void __drista_unused(uint64_t object)
{
	if (dr_self)
		unused[dr_self->number] = object;
}

int dr_result_is_unused(uint64_t object)
{
	if (!dr_self)
		return 0;
	int is = unused[dr_self->number] == object;
	unused[dr_self->number] = 0;
	return is && !(dr_schedule.flags & DR_TELLS_ALL);
}
