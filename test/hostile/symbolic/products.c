// Whether a product of 64 bits overflows is a path; the result is an expression.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says explored with 2 inputs
#include <assert.h>
#include <drista.h>
#include <stdint.h>

int main(void)
{
	uint8_t x;
	drista_symbolic(&x, sizeof x, "x");
	uint64_t u = (uint64_t)x << 33;
	int64_t product, s = (int64_t)((uint64_t)(x >> 7) << 63);
	if (__builtin_mul_overflow(u, (uint64_t)1 << 30, &u))
		assert(x >= 2);
	else
		assert(x < 2 && u == (uint64_t)x << 63);
	assert(__builtin_mul_overflow(s, -1, &product) == (s < 0));
	return 0;
}
