/* The end of a run. */
#ifndef DRISTA_RUN_END_H
#define DRISTA_RUN_END_H

#include "core/internal.h"

/* Ends the run, in a process of its own or in the server's. */
_Noreturn void dr_run_end(enum dr_status status);

#endif
