// cfmakeraw writes the settings.
// drista: error data-race
#define _GNU_SOURCE
#include <termios.h>
static struct termios t;
#define CALL cfmakeraw(&t)
#include "helper-twice.h"
