// Each thread has a text of its own.
// drista: verified
#define _GNU_SOURCE
#include <stdlib.h>
extern int strfromd(char *, size_t, const char *, double);
#define CALL { char text[8]; strfromd(text, 8, "%f", 1); }
#include "helper-twice.h"
