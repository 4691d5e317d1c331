/* The search for leaked blocks at the end of a run. server/ calls these functions. */
#ifndef DRISTA_LEAKS_H
#define DRISTA_LEAKS_H

#include "core/internal.h"

void dr_leaks_find(void); /* at the end of a run: sets dr_log->notes */

#endif
