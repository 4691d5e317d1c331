/* What a run has compared without finding it equal. */
#ifndef DRISTA_COMPARISONS_H
#define DRISTA_COMPARISONS_H

#include "core/internal.h"

/* Has the program asked for an input of `drista fuzz`? */
extern int dr_fuzzed;

/* The most bytes of a comparison that are kept. */
#define DR_COMPARED_LONGEST 16u

/* The program has compared the bytes at the two places, by a function of libc, and they differ. */
void dr_compared(const void *a, const void *b, size_t size, const void *site);
/* It has compared two texts of at most so many characters, which have the first ones in common, and differ then. */
void dr_compared_texts(const char *a, const char *b, size_t same, size_t most, const void *site);
/* Notes the comparisons of the run: `compared:`, and for each ` `, the bytes of one side, `-`, and those of the other,
 * in hexadecimal digits. */
void dr_comparisons_note(void);

#endif
