// A stream of memory has no descriptor: what is put into it is state.
// drista: error assertion
#define _GNU_SOURCE
#include <stdio.h>
static char *text;
static size_t length;
#define BEFORE FILE *s = open_memstream(&text, &length)
#define ROUND fputc('x', s)
#define AFTER fclose(s); assert(length != 3)
#include "helper-rounds.h"
