/* References to exceptions (exception.c). */
#ifndef DRISTA_EXCEPTION_H
#define DRISTA_EXCEPTION_H

#include "core/hooks.h"

/* References that are not announced yet, as a part of the local state (struct dr_state_part). */
unsigned dr_exception_state(uint64_t word[DR_STATE_WORDS]);

#endif
