// glob writes the list.
// drista: error data-race
#define _GNU_SOURCE
#include <glob.h>
static glob_t t;
#define CALL glob("/", 0, 0, &t)
#include "helper-twice.h"
