// How long a loop has slept is no state where no clock is read.
// drista: verified
#define _GNU_SOURCE
#include <time.h>
#define BEFORE struct timespec second = {1, 0}
#define ROUND nanosleep(&second, 0)
#define AFTER (void)0
#include "helper-rounds.h"
