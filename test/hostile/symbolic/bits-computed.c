// What stands in the place of functions of the compiler computes the same as loops over bits.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says the program has no symbolic input
#include <assert.h>
#include <stdint.h>

static uint64_t next(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> (*state >> 58) ^ *state << 7;
}

static int count(uint64_t n)
{
	int ones = 0;
	for (int i = 0; i < 64; i++)
		ones += n >> i & 1;
	return ones;
}

static int below(uint64_t n)
{
	int i = 0;
	while (!(n >> i & 1))
		i++;
	return i;
}

static int above(uint64_t n, int bits)
{
	int i = 0;
	while (!(n >> (bits - 1 - i) & 1))
		i++;
	return i;
}

static uint64_t reversed(uint64_t n, int bits)
{
	uint64_t all = 0;
	for (int i = 0; i < bits; i++)
		all |= (n >> i & 1) << (bits - 1 - i);
	return all;
}

int main(void)
{
	uint64_t state = 1;
	for (int i = 0; i < 300; i++) {
		uint64_t a = next(&state), b = next(&state);
		uint32_t low = (uint32_t)a | 1;
		uint16_t half = (uint16_t)b | 2;
		assert(__builtin_popcountll(a) == count(a) && __builtin_popcount(low) == count(low));
		assert(__builtin_ctzll(a | 1ul << 63) == below(a | 1ul << 63) && __builtin_clzll(a | 1) == above(a | 1, 64));
		assert(__builtin_ctzs(half) == below(half) && __builtin_clzs(half) == above(half, 16));
		assert(__builtin_bitreverse64(a) == reversed(a, 64) && __builtin_bitreverse8(half) == reversed(half & 255, 8));
		assert(__builtin_rotateleft64(a, b & 63) == (b & 63 ? a << (b & 63) | a >> (64 - (b & 63)) : a));
		assert(__builtin_rotateright16(half, 5) == (uint16_t)(half >> 5 | half << 11));
		assert(__builtin_rotateright32(low, b & 31) == (b & 31 ? low >> (b & 31) | low << (32 - (b & 31)) : low));
		unsigned __int128 product = (unsigned __int128)a * b;
		__int128 with_sign = (__int128)(int64_t)a * (int64_t)(b >> (i % 64));
		uint64_t u;
		int64_t s;
		assert(__builtin_mul_overflow(a, b, &u) == (product >> 64 != 0) && u == (uint64_t)product);
		assert(__builtin_mul_overflow((int64_t)a, (int64_t)(b >> (i % 64)), &s) == (with_sign != (int64_t)with_sign));
		assert(s == (int64_t)with_sign);
	}
	return 0;
}
