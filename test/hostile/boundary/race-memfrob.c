// memfrob reads and writes the bytes.
// drista: error data-race
#define _GNU_SOURCE
#include <string.h>
static char bytes[8];
#define CALL memfrob(bytes, 8)
#include "helper-twice.h"
