/* Numbers that stand for chance, the same in every run (random.c). */
#ifndef DRISTA_RANDOM_H
#define DRISTA_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* The running thread's next number. */
uint64_t dr_random_next(void);
/* So many bytes of them; nothing is announced. */
void dr_random_bytes(void *to, size_t size);
/* Is it /dev/random or /dev/urandom that is open under this number? */
int dr_random_file(int number);

#endif
