/* What fingerprints of a thread's state are made with (spin.c, liveness.c). */
#ifndef DRISTA_FINGERPRINT_H
#define DRISTA_FINGERPRINT_H

#include "core/internal.h"
#include "fiber/x87.h"
#include "core/schedule.h"

#include <errno.h>
#include <stdint.h>

/* The hash of what `h` is the hash of, and then the word. After one multiplication only, a changed sign would change
 * two bits of the hash, and the signs of two floating-point numbers in the next word would change them back. */
static inline uint64_t dr_mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * 0x9e3779b97f4a7c15ul;
	h = (h ^ (h >> 32)) * 0xd1342543de82ef95ul;
	return h ^ (h >> 29);
}

/* The same for a hash of 128 bits. The word changes the two halves in different ways. */
static inline void dr_absorb(uint64_t hash[2], uint64_t word)
{
	hash[0] = (hash[0] ^ word) * 0x9e3779b97f4a7c15ul;
	hash[0] ^= hash[0] >> 32;
	hash[1] = (hash[1] + word) * 0xd1342543de82ef95ul;
	hash[1] ^= hash[1] >> 29;
}

/* The hash, and then what a thread's calls leave behind elsewhere than in its registers, stack and stores: errno, what
 * the clock showed, whether and how it can be cancelled, which signals it blocks, how it rounds, and which exceptions
 * of floating point it has raised. errno and these exceptions count only where the program may read them. */
static inline uint64_t dr_mix_apart(uint64_t h, const struct dr_thread *t)
{
	uint64_t apart = (uint64_t)t->calls.cancel_disabled << 63 | (uint64_t)t->calls.cancel_asynchronous << 62;
	if (dr_schedule.flags & DR_ERRNO_READ)
		apart |= (uint32_t)errno;
#ifdef __x86_64__
	apart |= (uint64_t)(__builtin_ia32_stmxcsr() & 0x6000) << 32;
	if (dr_schedule.flags & DR_RAISED_READ)
		apart |= (uint64_t)((__builtin_ia32_stmxcsr() | dr_x87_raised()) & DR_X87_RAISED) << 32;
#endif
	return dr_mix(dr_mix(h, t->calls.clock_known), apart) ^ t->calls.blocked_signals * 0xd1342543de82ef95ul;
}

/* The fingerprint of a thread that has made so many stores (src/program/local-states.ts does the same); not 0. */
static inline uint64_t dr_with_stores(uint64_t fingerprint, uint64_t stores)
{
	fingerprint ^= stores * 0x9e3779b97f4a7c15ul;
	return fingerprint ? fingerprint : 1;
}

#endif
