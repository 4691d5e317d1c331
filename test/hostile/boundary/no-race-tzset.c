// tzset allocates and frees memory under a lock of libc's own.
// drista: verified
#define _DEFAULT_SOURCE
#include <time.h>
#define CALL tzset()
#include "helper-twice.h"
