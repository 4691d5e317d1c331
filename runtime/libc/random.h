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
/* How many bytes initstate uses of an array of that size; 0: it is too small. */
static inline size_t dr_random_array_size(size_t size)
{
	return size < 8 ? 0 : size < 32 ? 8 : size < 64 ? 32 : size < 128 ? 64 : size < 256 ? 128 : 256;
}

#endif
