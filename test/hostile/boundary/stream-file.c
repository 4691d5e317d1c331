// The position of a file is state.
// drista: error assertion
#define _GNU_SOURCE
#include <stdio.h>
#define BEFORE FILE *s = tmpfile()
#define ROUND fputc(65, s)
#define AFTER assert(ftell(s) != 3)
#include "helper-rounds.h"
