// initstate writes the state.
// drista: error data-race
#define _GNU_SOURCE
#include <stdlib.h>
static char t[64];
#define CALL initstate(1, t, 64)
#include "helper-twice.h"
