// regcomp writes the expression.
// drista: error data-race
#define _GNU_SOURCE
#include <regex.h>
static regex_t t;
#define CALL regcomp(&t, "a", 0)
#include "helper-twice.h"
