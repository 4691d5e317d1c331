// What is printed to standard output is no state: the loop only waits.
// drista: verified
#define _GNU_SOURCE
#include <stdio.h>
#define BEFORE (void)0
#define ROUND printf("waiting\n")
#define AFTER (void)0
#include "helper-rounds.h"
