/* Faults of allocations (faults.h): who allocates decides whether it may fail. */
#include "memory/faults.h"
#include "core/faults.h"
#include "core/internal.h"
#include "memory/modules.h"

#include <errno.h>
#include <stdarg.h>

int dr_memory_fails(int of_cxx, const void *site, const char *format, ...)
{
	if (!dr_faults(DR_FAULT_MALLOC) || dr_ours((uint64_t)site))
		return 0;
	enum dr_module_kind who = dr_module_kind((uint64_t)site);
	if (who == DR_MODULE_LIBC || (who == DR_MODULE_LIBSTDCXX && !of_cxx))
		return 0;
	struct dr_fault f = {.site = site, .ways = 1};
	va_list values;
	va_start(values, format);
	dr_fault_text(&f, format, values);
	va_end(values);
	dr_fault_may(&f, "fails: ENOMEM");
	if (!dr_fault_choose(&f))
		return 0;
	errno = ENOMEM;
	return 1;
}
