// Functions of the compiler that count, rotate and reverse bits, and that say whether a product overflows.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says explored with 2 inputs
// drista: says 0x01, 0x00, 0x00, 0x80
#include <assert.h>
#include <drista.h>
#include <stdint.h>

int main(void)
{
	uint32_t x;
	drista_symbolic(&x, sizeof x, "x");
	int all = (__builtin_popcount(x) == 2) & (__builtin_clz(x | 1) == 0) & (__builtin_ctz(x | 1) == 0);
	uint32_t turned = __builtin_rotateleft32(x, 1), back = __builtin_bitreverse32(x);
	assert(!(all & (turned == 3) & (back == x))); // WRONG
	return 0;
}
