/*
 * The sums of private-memory.h.
 *
 * Private memory, which the thread has written and which is no event: the sum over its words of key(address) * word,
 * modulo 2^128. Such a sum is kept up by each write, whatever bytes of a word it writes, and what was written back is
 * as if it was never written. The keys are as good as random numbers, so two different contents have the same sum with
 * a probability of at most 2^-64 (a difference d of two words is a multiple of 2^k with k < 64, and key * d is then
 * uniform over the multiples of 2^k). What lay there before the thread's first write is the same in every history with
 * the same children and joins, or the memory would be promoted (shadow/conflict.c).
 */
#include "thread-state/private-memory.h"
#include "thread-state/local-state.h"
#include "shadow/shadow.h"

static DR_PAGED struct dr_private owned[DR_THREADS];

const struct dr_private *dr_private_of(const struct dr_thread *t)
{
	return &owned[t->number];
}

void dr_private_begin(const struct dr_thread *t)
{
	owned[t->number] = (struct dr_private){0};
}

static inline uint64_t scramble(uint64_t z) /* splitmix64 */
{
	z += 0x9e3779b97f4a7c15ul;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ul;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebul;
	return z ^ (z >> 31);
}

dr_sum dr_key_of(uint64_t address)
{
	return (dr_sum)scramble(address) << 64 | scramble(address ^ 0xd6e8feb86659fd93ul);
}

/* A bit for each byte of a word, as a mask of the word. */
static uint64_t spread(uint8_t bytes)
{
	uint64_t mask = 0;
	for (unsigned i = 0; i < 8; i++)
		mask |= (bytes >> i & 1 ? 0xfful : 0) << 8 * i;
	return mask;
}

/* Of the word at the address, a multiple of 8: those of its `n` bytes from `at` on that are private. */
static uint64_t private_bits(uint64_t word, unsigned at, unsigned n)
{
	uint64_t bits = (n == 8 ? ~0ul : (1ul << 8 * n) - 1) << 8 * at;
	if (dr_shadow_page_used(word)) {
		uint64_t cell = *dr_shadow_cell(word);
		if ((cell & DR_CELL_LIST) && dr_shadow->granule[(uint32_t)cell].promoted)
			bits &= ~spread(dr_shadow->granule[(uint32_t)cell].promoted);
	}
	return bits;
}

static dr_sum content(uint64_t address, uint64_t size)
{
	dr_sum all = 0;
	for (uint64_t a = address, end = address + size; a < end;) {
		unsigned at = a & 7, n = end - a < 8 - at ? (unsigned)(end - a) : 8 - at;
		uint64_t word = a & ~7ul;
		all += dr_key_of(word) * (*(const uint64_t *)word & private_bits(word, at, n));
		a += n;
	}
	return all;
}

static int in_one_word(const struct dr_private *own)
{
	return (own->address & 7) + own->size <= 8;
}

static uint64_t word_now(const struct dr_private *own)
{
	uint64_t word = own->address & ~7ul;
	return *(const uint64_t *)word & private_bits(word, own->address & 7, (unsigned)own->size);
}

static int begin_write(struct dr_thread *t, uint64_t address, size_t size, dr_sum *to)
{
	struct dr_private *own = &owned[t->number];
	if (!size ||
		address - (uint64_t)__builtin_frame_address(0) < t->stack_top - (uint64_t)__builtin_frame_address(0))
		return 0;
	if (own->size)
		dr_private_settle(t);
	own->address = address;
	own->size = size;
	own->to = to;
	if (in_one_word(own))
		own->old = word_now(own);
	else
		*to -= content(address, size);
	t->state.unsettled = 1;
	return !t->state.unknown; /* perhaps the write is over, or comes later than it says */
}

int dr_private_write(struct dr_thread *t, uint64_t address, size_t size)
{
	return begin_write(t, address, size, &owned[t->number].memory);
}

void dr_private_write_stream(struct dr_thread *t, uint64_t address, size_t size)
{
	begin_write(t, address, size, &owned[t->number].streams);
}

void dr_private_settle(struct dr_thread *t)
{
	struct dr_private *own = &owned[t->number];
	if (!own->size)
		return;
	if (!in_one_word(own))
		*own->to += content(own->address, own->size);
	else if (word_now(own) != own->old)
		*own->to += dr_key_of(own->address & ~7ul) * ((dr_sum)word_now(own) - own->old);
	own->size = 0;
	t->state.unsettled = 0;
}

void dr_private_allocates(uint64_t block)
{
	if (!dr_local_on || !dr_self)
		return;
	struct dr_private *own = &owned[dr_self->number];
	own->blocks += dr_key_of(block);
	own->live++;
	dr_self->recorded++;
}

/* Larger blocks are not looked at when they are freed. */
#define FORGOTTEN (1ul << 20)

void dr_private_frees(uint64_t block, uint64_t size)
{
	if (!dr_local_on || !dr_self)
		return;
	dr_settle();
	struct dr_private *own = &owned[dr_self->number];
	own->blocks -= dr_key_of(block);
	own->live--;
	/* What others have written there stays in the sum, as a number that no later write changes. */
	if (size <= FORGOTTEN)
		own->memory -= content(block, size);
	dr_self->recorded++;
}
