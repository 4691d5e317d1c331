// Two threads draw from the one generator of drand48, which no lock protects (POSIX.1-2017 drand48).
// drista: error data-race
#define _DEFAULT_SOURCE
#include <stdlib.h>
#define CALL drand48()
#include "helper-twice.h"
