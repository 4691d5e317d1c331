// A loop looks at plain data while it holds one of two units of a semaphore; the writer holds the other one: they race.
// drista: error data-race
#define UNITS 2
#include "plain-data-under-a-semaphore.c"
