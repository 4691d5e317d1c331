/*
 * Arguments of functions with a variable number of them. The function finds those that have no name in memory, where
 * va_start says (System V ABI for x86-64, 3.5.7). calls.c has their expressions when the function begins.
 */
#ifndef DRISTA_SYMBOLIC_VARIADIC_H
#define DRISTA_SYMBOLIC_VARIADIC_H

#include <stdint.h>

#define DR_UNNAMED 32u

/* What the function keeps of them; on its stack. The pass makes room for it (pass/variadic.cc). */
struct dr_unnamed {
	const char *kinds; /* a letter each: g, a number or pointer; s, floating point */
	uint64_t count;
	uint64_t expression[DR_UNNAMED];
};

#endif
