// Each round takes at least a second, which a clock shows afterwards (POSIX nanosleep).
// drista: error assertion
#define _GNU_SOURCE
#include <time.h>
#define BEFORE struct timespec begin, end, second = {1, 0}; clock_gettime(CLOCK_MONOTONIC, &begin)
#define ROUND nanosleep(&second, 0)
#define AFTER clock_gettime(CLOCK_MONOTONIC, &end); assert(end.tv_sec - begin.tv_sec < 3)
#include "helper-rounds.h"
