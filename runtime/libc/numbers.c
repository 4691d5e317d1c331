/* Functions that return a second number through a pointer (C11 7.12, POSIX.1-2017 lgamma_r, drand48; interposed.h). */
#include "memory/plain.h"
#include "effects/announce.h"
#include "libc/random.h"
#include "libc/results.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#define FLOATS(NAME) NAME(double, ) NAME(float, f) NAME(long double, l)
#define NUMBERS(real_type, letter) \
	WRITES(real_type, frexp##letter, int, (real_type x, int *to), (x, made), NOTHING, 1) \
	WRITES(real_type, modf##letter, real_type, (real_type x, real_type * to), (x, made), NOTHING, 1) \
	WRITES(real_type, remquo##letter, int, (real_type x, real_type y, int *to), (x, y, made), NOTHING, 1) \
	WRITES(real_type, lgamma##letter##_r, int, (real_type x, int *to), (x, made), NOTHING, 1) \
	WEAK void dr_sincos##letter(real_type x, real_type *sine, real_type *cosine) __asm__("sincos" #letter); \
	void dr_sincos##letter(real_type x, real_type *sine, real_type *cosine) \
	{ \
		static void (*real)(real_type, real_type *, real_type *); \
		dr_real_one(&real, "sincos" #letter); \
		real_type of[2]; \
		real(x, &of[0], &of[1]); \
		dr_writes(sine, &of[0], sizeof of[0], DR_SITE); \
		dr_writes(cosine, &of[1], sizeof of[1], DR_SITE); \
	}
FLOATS(NUMBERS)

/* Random numbers with a state of the program. */
typedef struct {
	unsigned short word[3];
} state48;
CHANGES(int, rand_r, unsigned, (unsigned *to), (made), NOTHING, 1)
CHANGES(double, erand48, state48, (state48 * to), (made), dr_shared_before("nrand48", DR_SITE), 1)
CHANGES(long, nrand48, state48, (state48 * to), (made), dr_shared_before("nrand48", DR_SITE), 1)
CHANGES(long, jrand48, state48, (state48 * to), (made), dr_shared_before("nrand48", DR_SITE), 1)
CHANGES(int, srand48_r, struct drand48_data, (long seed, struct drand48_data *to), (seed, made), NOTHING, r == 0)
CHANGES(int, seed48_r, struct drand48_data, (const state48 *seed, struct drand48_data *to), (seed, made), READS(seed),
	r == 0)
/* The last has seven words, and not three. */
CHANGES(int, lcong48_r, struct drand48_data, (const state48 *seed, struct drand48_data *to), (seed, made),
	dr_plain_range(seed, 14, DR_READS, DR_SITE), r == 0)

/* These write their results beside the state; erand48_r and so on change *state only at its first use. */
#define AND_NUMBER(name, type) \
	DR_WRAPPER(int, name, (struct drand48_data * state, type * to)) \
	{ \
		DR_REAL(int, name, (struct drand48_data * state, type * to)); \
		READS(state); \
		struct drand48_data changed = *state; \
		type made; \
		int r = real(&changed, &made); \
		dr_writes(state, &changed, sizeof changed, DR_SITE); \
		dr_writes(to, &made, sizeof made, DR_SITE); \
		return r; \
	}
#define OF_SEED(name, type) \
	DR_WRAPPER(int, name, (state48 * seed, struct drand48_data * state, type * to)) \
	{ \
		DR_REAL(int, name, (state48 * seed, struct drand48_data * state, type * to)); \
		READS(seed); \
		READS(state); \
		state48 next = *seed; \
		struct drand48_data changed = *state; \
		type made; \
		int r = real(&next, &changed, &made); \
		if (changed.__init != state->__init) \
			dr_writes(state, &changed, sizeof changed, DR_SITE); \
		dr_writes(seed, &next, sizeof next, DR_SITE); \
		dr_writes(to, &made, sizeof made, DR_SITE); \
		return r; \
	}
AND_NUMBER(drand48_r, double)
AND_NUMBER(lrand48_r, long)
AND_NUMBER(mrand48_r, long)
OF_SEED(erand48_r, double)
OF_SEED(nrand48_r, long)
OF_SEED(jrand48_r, long)

/* random_r and so on work on an array of words to which the state points, and which they change in place. */
static void writes_array(const int32_t *at, size_t size, const void *site)
{
	dr_plain_range(at, size, DR_WRITES, site);
}

static void writes_pointers(struct random_data *state, const void *site)
{
	if (state->rand_type)
		dr_plain_range(&state->fptr, sizeof state->fptr + sizeof state->rptr, DR_WRITES, site);
}

WEAK int random_r(struct random_data *state, int32_t *to);
int random_r(struct random_data *state, int32_t *to)
{
	REAL(random_r);
	READS(state);
	dr_hold_writes(1);
	if (state->rand_type)
		dr_plain_range(state->rptr, sizeof *state->rptr, DR_READS, DR_SITE);
	writes_array(state->rand_type ? state->fptr : state->state, sizeof *state->fptr, DR_SITE);
	writes_pointers(state, DR_SITE);
	dr_plain_range(to, sizeof *to, DR_WRITES, DR_SITE);
	dr_hold_writes(0);
	return real(state, to);
}

WEAK int srandom_r(unsigned seed, struct random_data *state);
int srandom_r(unsigned seed, struct random_data *state)
{
	REAL(srandom_r);
	READS(state);
	dr_hold_writes(1);
	writes_array(state->state, (state->rand_type ? (size_t)state->rand_deg : 1) * sizeof *state->state, DR_SITE);
	writes_pointers(state, DR_SITE);
	dr_hold_writes(0);
	return real(seed, state);
}

/* The first word of an array says where the state has come to. */
static void leaves_array(struct random_data *state, const void *site)
{
	dr_plain_range(state, sizeof *state, DR_READS, site);
	dr_hold_writes(1);
	if (state->state)
		writes_array(state->state - 1, sizeof *state->state, site);
	dr_plain_range(state, sizeof *state, DR_WRITES, site);
}

WEAK int initstate_r(unsigned seed, char *array, size_t size, struct random_data *state);
int initstate_r(unsigned seed, char *array, size_t size, struct random_data *state)
{
	REAL(initstate_r);
	size_t used = dr_random_array_size(size);
	if (!used)
		return real(seed, array, size, state);
	leaves_array(state, DR_SITE);
	dr_plain_range(array, used, DR_WRITES, DR_SITE);
	dr_hold_writes(0);
	return real(seed, array, size, state);
}

WEAK int setstate_r(char *array, struct random_data *state);
int setstate_r(char *array, struct random_data *state)
{
	REAL(setstate_r);
	dr_plain_range(array, sizeof(int32_t), DR_READS, DR_SITE);
	leaves_array(state, DR_SITE);
	dr_hold_writes(0);
	return real(array, state);
}
