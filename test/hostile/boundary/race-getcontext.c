// getcontext writes the context.
// drista: error data-race
#define _GNU_SOURCE
#include <ucontext.h>
static ucontext_t t;
#define CALL getcontext(&t)
#include "helper-twice.h"
