/*
 * Functions of libc that read or write the program's memory: their accesses are announced as if the program's own code
 * made them. Weak, since a program may define its own.
 *
 * Reads are announced first. A write is announced before it happens, and only the bytes that are written (other
 * threads' values in further bytes would else count as this thread's writes). Where only libc knows how much it will
 * write, it writes to the runtime's scratch memory first, which is then copied. No other thread runs between a call of
 * dr_scratch and the copying, since writes do not yield.
 */
#ifndef DRISTA_INTERPOSED_H
#define DRISTA_INTERPOSED_H

#include "memory/plain.h"
#include "prim/real.h"
#include "memory/scratch.h"

#include <wchar.h>

#define WEAK DR_EXPORT __attribute__((weak))
/* The functions that these names stand for in the program, which may define them itself. libc calls them too, for
 * memory that the program will free. */
extern void *(*const dr_programs_malloc)(size_t) __attribute__((visibility("hidden")));
extern void *(*const dr_programs_realloc)(void *, size_t) __attribute__((visibility("hidden")));

/* libc's: ends the program where a call under a name that _FORTIFY_SOURCE uses has too little room. */
_Noreturn void __chk_fail(void);

/* libc's own function, in a local variable `real`. */
#define REAL(name) \
	static __typeof__(&name) real; \
	dr_real_one(&real, #name)

/* Functions from a list of (type, name, arguments, value): their declarations, and their definitions. */
#define DR_DECLARE_NAME(type, name, arguments, value) WEAK type name arguments;
#define DR_DEFINE_NAME(type, name, arguments, value) \
	type name arguments \
	{ \
		return value; \
	}

/* The number of characters before the zero, at most `most`. Announces nothing. */
static inline size_t dr_length(const char *text, size_t most)
{
	size_t n = 0;
	while (n < most && ((const volatile char *)text)[n])
		n++;
	return n;
}

/* Announces the read of a string by a function that reads at most `most` characters of it. */
static inline void dr_reads_text(const char *text, size_t most, const void *site)
{
	size_t n = dr_length(text, most);
	dr_plain_range(text, n < most ? n + 1 : n, DR_READS, site);
}

/* The same for wide strings. */
static inline size_t dr_wide_length(const wchar_t *text, size_t most)
{
	size_t n = 0;
	while (n < most && ((const volatile wchar_t *)text)[n])
		n++;
	return n;
}

/* As dr_reads_text. */
static inline void dr_reads_wide(const wchar_t *text, size_t most, const void *site)
{
	size_t n = dr_wide_length(text, most);
	dr_plain_range(text, (n < most ? n + 1 : n) * sizeof *text, DR_READS, site);
}

/* Copies to the program's memory, and announces the write. */
static inline void dr_writes(void *to, const void *from, size_t size, const void *site)
{
	dr_plain_range(to, size, DR_WRITES, site);
	dr_raw_memcpy(to, from, size);
}

#endif
