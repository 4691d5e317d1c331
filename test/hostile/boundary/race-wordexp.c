// wordexp writes the words.
// drista: error data-race
#define _GNU_SOURCE
#include <wordexp.h>
static wordexp_t t;
#define CALL wordexp("a", &t, 0)
#include "helper-twice.h"
