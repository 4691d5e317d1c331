// getitimer writes the times.
// drista: error data-race
#define _GNU_SOURCE
#include <sys/time.h>
static struct itimerval t;
#define CALL getitimer(ITIMER_REAL, &t)
#include "helper-twice.h"
