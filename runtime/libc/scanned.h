/* What scanf and sscanf read in symbolic text, where the format has numbers in base 10, characters and words only. */
#ifndef DRISTA_SYMBOLIC_SCANNED_H
#define DRISTA_SYMBOLIC_SCANNED_H

#include "libc/conversions.h"

struct dr_scanned {
	struct {
		uint64_t expression; /* of the number */
		const uint8_t *from; /* of text: where it was */
		size_t size;
	} target[DR_TARGETS]; /* as in struct dr_conversions */
	unsigned count;
	int result; /* of the call */
	const uint8_t *end; /* where it has stopped */
};

/*
 * Follows the call through the text. What it asks about bytes are branches of the path. `size`: where the text ends;
 * SIZE_MAX: before a zero. Returns 0 where the format has something else: then nothing is known.
 */
int dr_symbolic_scan(struct dr_scanned *s, const char *format, const uint8_t *text, size_t size, const void *site);
/* After dr_conversions_store: writes the expressions to where the call has written its results. */
void dr_symbolic_scanned(const struct dr_scanned *s, const struct dr_conversions *c);

#endif
