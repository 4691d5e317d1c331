// posix_memalign writes the pointer.
// drista: error data-race
#define _GNU_SOURCE
#include <stdlib.h>
static void *block;
#define CALL posix_memalign(&block, 16, 16)
#include "helper-twice.h"
