/* Memory that nothing points to at the end of a run. server/ calls these functions. */
#ifndef DRISTA_LEAKS_H
#define DRISTA_LEAKS_H

#include "internal.h"

void dr_leaks_init(void); /* once, before the first run */
void dr_leaks_find(void); /* at the end of a run: sets dr_log->notes */

#endif
