/* What the program's code did before main, where inputs from outside are not there yet (before-main.h). */
#include "symbolic/before-main.h"
#include "core/internal.h"
#include "symbolic/symbolic.h"

#include <stdio.h>

/* The first one of its kind. */
struct early {
	const char *name;
	const void *site;
};
static struct early reader, constructor;

DR_EXPORT void __drista_symbolic_constructor(const void *function, const char *name);

/* Called by each module that the pass has compiled, for its constructors that take argv. */
void __drista_symbolic_constructor(const void *function, const char *name)
{
	if (!constructor.name)
		constructor = (struct early){name, (const uint8_t *)function + 1}; /* sites are behind calls */
}

void dr_before_main_reads(const char *name, const void *site)
{
	if (!reader.name)
		reader = (struct early){name, site};
}

void dr_before_main_done(int reads, int arguments)
{
	char text[512];
	if (reader.name && reads) {
		snprintf(text, sizeof text, "%s before main", reader.name);
		dr_symbolic_unseen_always(text, reader.site);
	}
	if (constructor.name && arguments) {
		snprintf(text, sizeof text, "%s, a constructor that sees other arguments than main,", constructor.name);
		dr_symbolic_unseen_always(text, constructor.site);
	}
}
