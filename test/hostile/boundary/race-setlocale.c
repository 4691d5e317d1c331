// setlocale need not be thread-safe (POSIX.1-2017, 2.9.1).
// drista: error data-race
#include <locale.h>
#define CALL setlocale(LC_ALL, "C")
#include "helper-twice.h"
