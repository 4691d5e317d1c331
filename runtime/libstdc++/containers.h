/*
 * Replacements of compiled functions of libstdc++ that change the program's containers: they do the same, and announce
 * what they read and write. They have the C++ names, so that C++ programs and libstdc++ itself call them; C programs do
 * not. Weak, since libstdc++ may be linked statically.
 */
#ifndef DRISTA_CONTAINERS_H
#define DRISTA_CONTAINERS_H

#include "memory/plain.h"
#include "core/internal.h"

#define WEAK DR_EXPORT __attribute__((weak))

/* Reads or writes a member of a node in the program's memory. `site`, the return address of the program's call, must be
 * a local variable. The new value is computed before the write is announced, since the computation may be an event. */
#define GET(node, member) (dr_plain_range(&(node)->member, sizeof(node)->member, DR_READS, site), (node)->member)
#define PUT(node, member, value) \
	do { \
		__typeof__((node)->member) put_value = (value); \
		dr_plain_range(&(node)->member, sizeof(node)->member, DR_WRITES, site); \
		(node)->member = put_value; \
	} while (0)

#endif
