// getpwent shares its list and its result (glibc: MT-Unsafe race:pwent race:pwentbuf).
// drista: error data-race
#define _GNU_SOURCE
#include <pwd.h>
#define CALL getpwent()
#include "helper-twice.h"
