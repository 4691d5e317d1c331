/* Decimal numbers in symbolic text, a byte at a time. What is asked about a byte is a branch of the path. */
#ifndef DRISTA_SYMBOLIC_NUMBERS_H
#define DRISTA_SYMBOLIC_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

struct dr_number {
	uint64_t expression; /* of 64 bits; 0: it follows from the path */
	uint64_t value;
	unsigned digits; /* 0: there is no number */
	int is_long; /* it has so many digits that they are pinned, and the value is not known */
	const uint8_t *end; /* behind it */
};

/* Is the byte, less `from`, below `count`? */
int dr_symbolic_within(const uint8_t *at, uint8_t from, uint8_t count, const void *site);
/* The first byte from there on that is no white space. */
const uint8_t *dr_symbolic_spaces(const uint8_t *text, const void *site);
/* A sign and digits at the beginning of the text, `width` characters at most. */
struct dr_number dr_symbolic_digits(const uint8_t *text, size_t width, const void *site);

#endif
