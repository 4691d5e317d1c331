// getloadavg writes the numbers.
// drista: error data-race
#define _GNU_SOURCE
#include <stdlib.h>
static double load[3];
#define CALL getloadavg(load, 3)
#include "helper-twice.h"
