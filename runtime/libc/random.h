/* Pseudo-random numbers, the same in every run (random.c). */
#ifndef DRISTA_RANDOM_H
#define DRISTA_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* The running thread's next number. */
uint64_t dr_random_next(void);
/* Fills memory with random bytes, without announcing the write. */
void dr_random_bytes(void *to, size_t size);
/* Does the descriptor refer to /dev/random or /dev/urandom? */
int dr_random_file(int number);

#endif
