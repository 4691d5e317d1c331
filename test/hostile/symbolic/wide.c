// Integers of 128 bits are followed: through the higher half of a product, division, shifts, comparisons, memory,
// arguments and results. Each condition is two paths.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says unsigned char x[] = { 0x7a, 0xee, 0x96, 0x54, 0x00, 0x00, 0x00, 0x00 };
#include <drista.h>
#include <stdint.h>

typedef unsigned __int128 wide;

static wide memory[2];

static uint64_t high_product(uint64_t a, uint64_t b)
{
	return (uint64_t)((wide)a * b >> 64);
}

__attribute__((noinline)) static wide larger(wide a, __int128 b)
{
	return a + (wide)b;
}

int main(void)
{
	uint64_t x;
	uint8_t n;
	drista_symbolic(&x, sizeof x, "x");
	drista_symbolic(&n, sizeof n, "n");
	memory[1] = (wide)x << 64 | ~x;
	memory[0] = memory[1];
	if (high_product(x, 1ull << 40) != 0x54)
		return 0;
	if ((uint32_t)x * 2654435769u != 42)
		return 0;
	if (larger(memory[0], -1) >> 64 != x)
		return 0;
	__int128 shifted = -((__int128)x << (n & 63));
	if (shifted / ((__int128)1 << 60) > -100 || shifted % 5 == 0)
		return 0;
	drista_assert(memory[0] % 1000003 == 5); // WRONG
	return 0;
}
