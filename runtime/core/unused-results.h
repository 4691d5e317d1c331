/* Results that the program does not use, so that executions need not differ by them. */
#ifndef DRISTA_UNUSED_RESULTS_H
#define DRISTA_UNUSED_RESULTS_H

#include "core/internal.h"

/* Does the program not use the result of the running thread's call on the object? To be asked once in each such call.
 */
int dr_result_is_unused(uint64_t object);

#endif
