/*
 * Functions that libstdc++ holds compiled and that change the program's containers: ours do the same, and say what they
 * read and write. Under their C++ names, so that C++ programs and libstdc++ itself take them; a program in C never asks
 * for them. Weak, since libstdc++ may be linked in.
 */
#ifndef DRISTA_CONTAINERS_H
#define DRISTA_CONTAINERS_H

#include "internal.h"

#define WEAK DR_EXPORT __attribute__((weak))

/* A member of a node in the program's memory; `site`, where the program called us, is a local variable of the caller.
 * The new value is there before the write is announced: its computation may be an event. */
#define GET(node, member) (dr_plain_range(&(node)->member, sizeof(node)->member, DR_READS, site), (node)->member)
#define PUT(node, member, value) \
	do { \
		__typeof__((node)->member) put_value = (value); \
		dr_plain_range(&(node)->member, sizeof(node)->member, DR_WRITES, site); \
		(node)->member = put_value; \
	} while (0)

#endif
