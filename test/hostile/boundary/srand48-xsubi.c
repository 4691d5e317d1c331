// erand48 changes the numbers that it is given.
// drista: error assertion
#define _GNU_SOURCE
#include <stdlib.h>
#define BEFORE unsigned short x[3] = {1, 2, 3}, y[3] = {1, 2, 3}; for (int i = 0; i < 3; i++) nrand48(y)
#define ROUND nrand48(x)
#define AFTER assert(x[0] != y[0] || x[1] != y[1] || x[2] != y[2])
#include "helper-rounds.h"
