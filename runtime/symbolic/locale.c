/*
 * The locale: functions of <ctype.h> are followed as they are in the locale "C" (libc-instrumented/ctype.c). Another
 * locale does no harm where its characters have the same classes, as in "C.UTF-8".
 */
#include "symbolic/locale.h"
#include "core/internal.h"
#include "memory/interposed.h"
#include "core/schedule.h"
#include "symbolic/symbolic.h"

#include <ctype.h>
#include <locale.h>
#include <string.h>

#define LEAST (-128) /* the tables have so many entries below that of character 0, and 256 from there on */

static int is_like_c(void)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", NULL); /* needs no memory */
	for (int i = LEAST; i < 256; i++)
		if ((*__ctype_b_loc())[i] != c->__ctype_b[i] || (*__ctype_tolower_loc())[i] != c->__ctype_tolower[i] ||
			(*__ctype_toupper_loc())[i] != c->__ctype_toupper[i])
			return 0;
	return 1;
}

void dr_symbolic_locale(const char *what, const void *site)
{
	if (dr_self && (dr_schedule.flags & DR_SYMBOLIC) && !is_like_c())
		dr_symbolic_unseen_always(what, site);
}
