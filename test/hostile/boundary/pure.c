// Functions without state only compute: the loop only waits.
// drista: verified
// drista: build -lm
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#define BEFORE static volatile double x = 2
#define ROUND { sqrt(x); abs(-1); toupper(65); ffs(4); }
#define AFTER (void)0
#include "helper-rounds.h"
