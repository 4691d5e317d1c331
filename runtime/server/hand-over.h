/* Hands the program over to the library that enforces a safe schedule (safe-schedule/enforce.h). */
#ifndef DRISTA_HAND_OVER_H
#define DRISTA_HAND_OVER_H

#include "atomic/enforcer.h"

/* To be called before any constructor of the program, where drista has preloaded the library. `schedule`: a file
 * descriptor. All functions that the runtime stands in front of are those of the library or of libc from now on: real
 * threads run, which the runtime knows nothing of. */
void dr_hand_over(int schedule);

#endif
