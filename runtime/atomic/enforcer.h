/* The library that enforces a safe schedule, where the program was handed over to it (server/hand-over.h). */
#ifndef DRISTA_ENFORCER_H
#define DRISTA_ENFORCER_H

#include "safe-schedule/enforce.h"

/* The library; NULL: nothing is enforced. Then the runtime itself answers all calls. */
extern const struct dr_enforcer *dr_enforcer;

#endif
