// realpath writes the path.
// drista: error data-race
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
static char path[PATH_MAX];
#define CALL realpath("/", path)
#include "helper-twice.h"
