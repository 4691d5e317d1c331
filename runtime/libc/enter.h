/*
 * Macros that define functions which may be the whole body of a waiting loop. Such functions are entered through a few
 * instructions that save the caller's registers (spin.h). Weak, as in strtok.c.
 */
#ifndef DRISTA_ENTER_H
#define DRISTA_ENTER_H

#include "thread-state/spin.h"

#define ENTER(type, name, ...) \
	DR_ENTER_WEAK(name); \
	DR_ENTERED type name##_entered(__VA_ARGS__); \
	DR_ENTERED type name##_entered(__VA_ARGS__)
/* Another name of such a function, in the same file. */
#define ALSO(name, other) __asm__(".weak " #other "\n.type " #other ",@function\n.set " #other ", " #name "\n")

#endif
