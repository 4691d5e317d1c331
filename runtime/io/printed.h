/*
 * What the program prints on standard output, as events, where the scheduler asks for them (DR_PRINTS). Each call that
 * puts bytes is a relaxed read-modify-write (DR_APPEND) of a digest of all that was printed before: digest * K + digest
 * of the bytes, K odd. So the order of calls of different threads counts, and a call alone synchronises nothing. The
 * order is that of the calls, as if the stream were unbuffered (C11 7.21.3p3).
 */
#ifndef DRISTA_PRINTED_H
#define DRISTA_PRINTED_H

#include "io/buffers.h"

/* Does what is written to the descriptor count as printed? */
int dr_prints(int number);
/* The running thread prints the bytes; waits before the event. */
void dr_printed(const void *bytes, size_t size, const void *site);
void dr_printed_buffers(struct dr_buffers b, const void *site);
/* The process ends: what other threads print after this is not printed any more. An event of no bytes. */
void dr_printed_ends(const void *site);

#endif
