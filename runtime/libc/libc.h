/*
 * Functions of libc that read or write the program's memory: what they touch is announced, as if the program's own code
 * did it. Weak, since a program may bring its own.
 *
 * Reads are announced first. Of a write nothing may be announced that is not written (else what others left there would
 * be this thread's doing), and it must be before it happens: where only libc knows how much that will be, it writes to
 * memory of ours first. No other thread runs between a call of dr_scratch and the copying: writes do not give way.
 */
#ifndef DRISTA_LIBC_H
#define DRISTA_LIBC_H

#include "memory/plain.h"
#include "libc/real.h"
#include "libc/scratch.h"

#define WEAK DR_EXPORT __attribute__((weak))
/* What the program gets by these names, which may be functions of its own: libc calls these too for memory that the
 * program will free. */
extern void *(*const dr_programs_malloc)(size_t) __attribute__((visibility("hidden")));
extern void *(*const dr_programs_realloc)(void *, size_t) __attribute__((visibility("hidden")));

/* libc's own function, in a local variable `real`. */
#define REAL(name) \
	static __typeof__(&name) real; \
	dr_real_one(&real, #name)

/* The characters before the zero, at most so many; and those that are looked at to know. */
static inline size_t dr_length(const char *text, size_t most)
{
	size_t n = 0;
	while (n < most && ((const volatile char *)text)[n])
		n++;
	return n;
}

static inline void dr_reads_text(const char *text, size_t most, const void *site)
{
	size_t n = dr_length(text, most);
	dr_plain_range(text, n < most ? n + 1 : n, DR_READS, site);
}

/* What was made at `from` is written to the program's memory. */
static inline void dr_writes(void *to, const void *from, size_t size, const void *site)
{
	dr_plain_range(to, size, DR_WRITES, site);
	dr_raw_memcpy(to, from, size);
}

#endif
