// Reading is no race; each thread has a path of its own.
// drista: verified
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
static const char name[] = "/";
#define CALL { char path[PATH_MAX]; realpath(name, path); }
#include "helper-twice.h"
