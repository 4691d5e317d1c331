/*
 * Functions of libc in plain C, for programs that `drista cc --symbolic` links. They are compiled as the program's own
 * code is, so that symbolic inputs are followed through them (docs/how-to/inputs.md, "What is followed"). To the
 * program they do what glibc's do in the locale "C" (runtime/symbolic/locale.c notices another one). They are weak:
 * what the program itself defines comes first.
 *
 * A comparison that decides nothing by itself is combined by | and &, not by || and &&, since each branch on an input
 * may double the number of paths.
 */
#ifndef DRISTA_FOLLOWED_H
#define DRISTA_FOLLOWED_H

#define WEAK __attribute__((weak))
/* Another name of a function of the same file. */
#define ALIAS(name) __attribute__((weak, alias(#name)))

/* Is the integer c between the two, or equal to one? One comparison. */
#define WITHIN(c, least, most) ((unsigned)(c) - (unsigned)(least) <= (unsigned)(most) - (unsigned)(least))
/* The letter c in lower case, or another character as it is. */
#define LOWER(c) ((c) + (WITHIN(c, 'A', 'Z') << 5))

#endif
