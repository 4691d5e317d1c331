/* Pseudo-random numbers, the same in every run (random.c). */
#ifndef DRISTA_RANDOM_H
#define DRISTA_RANDOM_H

#include "core/hooks.h"

#include <stddef.h>
#include <stdint.h>

/* The running thread has created the thread, whose sequence begins with a state that follows from its own. */
void dr_random_created(unsigned number);
/* The sequence as a part of the local state (struct dr_state_part). */
unsigned dr_random_state(uint64_t word[DR_STATE_WORDS]);
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
