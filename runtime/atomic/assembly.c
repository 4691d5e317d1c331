/* Inline assembly that the pass does not understand (runtime/pass/assembly.h). */
#include "fiber/local-state.h"
#include "internal.h"
#include "server/log.h"

#include <stdio.h>

/* Places that a run has noted; later ones are left out. */
#define PLACES 16u

static uint64_t noted[PLACES];
static unsigned places;

/* Called before such a statement; `text`: the statement and its function. What it does to memory is not seen, so a note
 * of the run names it. */
DR_EXPORT void __drista_assembly(const char *text);

void __drista_assembly(const char *text)
{
	if (!dr_self)
		return;
	dr_changed();
	dr_local_unknown();
	uint64_t site = (uint64_t)DR_SITE;
	for (unsigned i = 0; i < places; i++)
		if (noted[i] == site)
			return;
	if (places == PLACES)
		return;
	noted[places++] = site;
	char note[256];
	snprintf(note, sizeof note,
		"not seen: inline assembly %.180s ({0x%lx}): nothing that it reads or writes is checked", text,
		(unsigned long)site);
	dr_log_note(note);
}
