/* Calls that have several names, POSIX's and C11's (c11.c): each by its site. */
#ifndef DRISTA_CALLS_H
#define DRISTA_CALLS_H

#include "internal.h"

#include <pthread.h>

void dr_once(void *control, void (*routine)(void), const void *site);

#endif
