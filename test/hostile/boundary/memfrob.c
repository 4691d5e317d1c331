// memfrob writes: three rounds leave other bytes than two.
// drista: error assertion
#define _GNU_SOURCE
#include <string.h>
static char bytes[2];
#define BEFORE (void)0
#define ROUND memfrob(bytes, 2)
#define AFTER assert(bytes[0] == 0)
#include "helper-rounds.h"
