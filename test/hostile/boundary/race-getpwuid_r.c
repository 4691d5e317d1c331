// getpwuid_r writes the entry.
// drista: error data-race
#define _GNU_SOURCE
#include <pwd.h>
static struct passwd t;
#define CALL { char b[512]; struct passwd *r; getpwuid_r(0, &t, b, sizeof b, &r); }
#include "helper-twice.h"
