/*
 * The conversions of a format of scanf (C11 7.21.6.2, 7.29.2.2), and the objects that they write. libc writes to the
 * runtime's memory, from which the results are copied. For scan.c and io/scanf.c.
 */
#ifndef DRISTA_LIBC_CONVERSIONS_H
#define DRISTA_LIBC_CONVERSIONS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define DR_TARGETS 64u

struct dr_format {
	const char *name; /* of the call, for messages */
	const void *text;
	unsigned unit; /* bytes of a character of the text */
};

/* The object that a conversion writes. */
struct dr_target {
	void *to;
	char *made; /* what libc has written for it */
	size_t size; /* 0: a string */
	size_t width; /* of a string: how many characters it has at most; of characters: how many */
	size_t end; /* where a string's width belongs in the format, if it has none there; else 0 */
	uint8_t unit; /* of a string: bytes of a character */
	uint8_t counts; /* %n: is not counted as a conversion */
};

struct dr_conversions {
	struct dr_target target[DR_TARGETS];
	void *made[DR_TARGETS];
	unsigned count;
	char *space; /* for what libc writes, and behind that, at `bounded`, for a format */
	size_t size, bounded;
	va_list given; /* the arguments for libc: places in the runtime's memory */
};

/* Finds the conversions, takes their arguments from the list, and makes room for what libc writes. `longest`: how many
 * characters a string has whose conversion has no width. Refuses the program at a conversion that it does not know. */
void dr_conversions_begin(struct dr_conversions *c, const struct dr_format *f, va_list list, size_t longest);
/* The format with widths for all strings; valid until dr_conversions_store. */
const void *dr_conversions_bounded(struct dr_conversions *c, const struct dr_format *f);
/* Copies what libc has written to the program's memory, and announces the writes. `result`: what scanf returned.
 * Refuses the program where a string is as long as `longest`, if its format was bounded. */
void dr_conversions_store(struct dr_conversions *c, const struct dr_format *f, int result, const void *site);

#endif
