// strfromd writes the text.
// drista: error data-race
#define _GNU_SOURCE
#include <stdlib.h>
extern int strfromd(char *, size_t, const char *, double);
static char text[8];
#define CALL strfromd(text, 8, "%f", 1)
#include "helper-twice.h"
