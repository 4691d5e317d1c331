/* Joins that may fail (try-join.c), for the end of a thread. */
#ifndef DRISTA_TRY_JOIN_H
#define DRISTA_TRY_JOIN_H

#include "core/internal.h"

/* Called when the running thread is about to end: from now on a try to join it succeeds. */
void dr_try_join_ends(void);

#endif
