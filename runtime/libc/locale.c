/* The locale of the process and of the thread (C11 7.11, POSIX.1-2017 uselocale). */
#include "effects/announce.h"
#include "thread-state/local-state.h"
#include "libc/environment.h"
#include "memory/interposed.h"
#include "symbolic/locale.h"
#include "symbolic/symbolic.h"

#include <locale.h>

WEAK char *setlocale(int category, const char *name);
char *setlocale(int category, const char *name)
{
	REAL(setlocale);
	if (name)
		dr_symbolic_pin_memory(name, dr_length(name, SIZE_MAX) + 1, DR_SITE);
	dr_environment_read(DR_SITE);
	dr_shared_before(name ? "setlocale" : "nl_langinfo", DR_SITE); /* without a name it only asks */
	char *made = real(category, name);
	if (name)
		dr_symbolic_locale("setlocale, to another locale than \"C\",", DR_SITE);
	return made;
}

WEAK locale_t uselocale(locale_t to);
locale_t uselocale(locale_t to)
{
	REAL(uselocale);
	if (to) {
		dr_changed();
		dr_local_unknown();
	}
	locale_t before = real(to);
	if (to)
		dr_symbolic_locale("uselocale, with another locale than \"C\",", DR_SITE);
	return before;
}
