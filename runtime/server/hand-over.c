/* See hand-over.h. */
#include "server/hand-over.h"
#include "core/internal.h"
#include "server/hooks-off.h"
#include "prim/real.h"
#include "effects/wrapped.h"

#include <dlfcn.h>

extern const char __ehdr_start[] __attribute__((visibility("hidden")));

/* Says that to loops of the program, which have a copy for it (runtime/pass/native-loops.h). */
DR_EXPORT uint8_t drista_runtime_enforced;

/* Is it a function of libatomic? Those of the runtime ask the library, too. */
static int is_atomic(const char *name)
{
	const char *beginning = "__atomic_";
	while (*beginning && *name == *beginning)
		name++, beginning++;
	return !*beginning;
}

void dr_hand_over(int schedule)
{
	const struct dr_enforcer *found;
	*(const void **)&found = dr_real_dlsym()(RTLD_NEXT, "dr_enforcing_library");
	if (!found)
		dr_fatal("the library that enforces schedules was not loaded");
	dr_real_found();
	/* All are found before the first one changes: looking them up allocates and frees. */
	size_t count = (size_t)(dr_wrapped_end - dr_wrapped);
	void *functions[count];
	for (size_t i = 0; i < count; i++)
		functions[i] = is_atomic(dr_wrapped[i].name) ? NULL : dr_real_dlsym()(RTLD_NEXT, dr_wrapped[i].name);
	dlerror();
	for (size_t i = 0; i < count; i++)
		if (functions[i])
			dr_wrapped[i].leads_to = functions[i];
	dr_enforcer = found;
	drista_runtime_enforced = 1;
	dr_hooks_off();
	found->begin(schedule, (uint64_t)__ehdr_start);
}
