/*
 * Functions that write one object of a fixed size: libc writes to a copy, from which the object is set (interposed.h).
 */
#ifndef DRISTA_LIBC_RESULTS_H
#define DRISTA_LIBC_RESULTS_H

#include "memory/plain.h"
#include "memory/interposed.h"

/*
 * Defines a function with a result of the type `object` in *to, which may be NULL. `given`: the arguments of libc's
 * function, with the copy `made` in the place of `to`. `reads`: statements that announce what it reads. `written`:
 * whether `r`, what it returns, says that it has written *to. The C name differs, since headers may have it as a macro.
 */
#define WRITES(type, name, object, parameters, given, reads, written) \
	WRITES_BYTES(type, name, object, sizeof(object), parameters, given, reads, written)
/* The same for a function that writes only the first `size` bytes. */
#define WRITES_BYTES(type, name, object, size, parameters, given, reads, written) \
	DR_WRAPPER(type, name, parameters) \
	{ \
		DR_REAL(type, name, parameters); \
		object copy, *made = to ? &copy : NULL; \
		if (to) \
			copy = *to; \
		reads; \
		type r = real given; \
		if (to && (written)) \
			dr_writes(to, &copy, size, DR_SITE); \
		return r; \
	}
/* The same for an object that the function reads, too. */
#define CHANGES(type, name, object, parameters, given, reads, written) \
	WRITES( \
		type, name, object, parameters, given, reads; if (to) { \
			READS(to); \
			copy = *to; \
		}, \
		written)
#define READS(object) dr_plain_range(object, sizeof *(object), DR_READS, DR_SITE)
#define READS_TEXT(text) dr_reads_text(text, SIZE_MAX, DR_SITE)
#define NOTHING (void)0

#endif
