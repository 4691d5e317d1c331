// sigaltstack writes the old stack.
// drista: error data-race
#define _GNU_SOURCE
#include <signal.h>
static stack_t t;
#define CALL sigaltstack(0, &t)
#include "helper-twice.h"
