/*
 * Copies of structures. gcc announces the write of `*to = *from` first, then the read, and then the code copies. An
 * event of the write must come after that of the read: what is written depends on what is read.
 */
#ifndef DRISTA_COPIES_H
#define DRISTA_COPIES_H

/* Is a read announced next by the code at the address, before it can have written what it has announced? `on_stack`:
 * that may be a variable on the thread's stack. 0: perhaps not; on other machines than x86-64, always. */
int dr_copies_next(const void *code, int on_stack);

#endif
