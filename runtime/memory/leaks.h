/* The search for leaked blocks at the end of a run. server/ calls these functions. */
#ifndef DRISTA_LEAKS_H
#define DRISTA_LEAKS_H

#include "core/internal.h"

void dr_leaks_init(void); /* once, before the first run */
void dr_leaks_find(void); /* at the end of a run: sets dr_log->notes */
/* The first aligned word in the static data of the program and its libraries that holds this address; 0: none. */
uint64_t dr_static_pointer_to(uint64_t address);

#endif
