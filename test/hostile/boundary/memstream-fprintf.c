// As memstream-fputc.c, by fprintf.
// drista: error assertion
#define _GNU_SOURCE
#include <stdio.h>
static char *text;
static size_t length;
#define BEFORE FILE *s = open_memstream(&text, &length)
#define ROUND fprintf(s, "%d", 1)
#define AFTER fclose(s); assert(length != 3)
#include "helper-rounds.h"
