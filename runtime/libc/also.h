/* A second name of a function that may be the whole body of a waiting loop (spin.h). */
#ifndef DRISTA_ALSO_H
#define DRISTA_ALSO_H

#include "thread-state/spin.h"

/* Both in the same file; weak, as in strtok.c. */
#define ALSO(name, other) __asm__(".weak " #other "\n.type " #other ",@function\n.set " #other ", " #name "\n")

#endif
