// The break moves with each round.
// drista: error assertion
#define _GNU_SOURCE
#include <unistd.h>
#define BEFORE char *begin = sbrk(0)
#define ROUND sbrk(16)
#define AFTER assert((char *)sbrk(0) != begin + 48)
#include "helper-rounds.h"
