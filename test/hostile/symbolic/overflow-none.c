// Arithmetic that overflows with no input that is assumed: neither check of -fsanitize is another path.
// drista: verified
// drista: build --symbolic -fsanitize=signed-integer-overflow,shift,integer-divide-by-zero
// drista: options --symbolic
// hostile: once
// drista: says explored with 3 inputs
#include <drista.h>
#include <stdint.h>

int main(void)
{
	int32_t x;
	drista_symbolic(&x, sizeof x, "x");
	drista_assume(x > -1000 && x < 1000);
	volatile int64_t result = x * 3 - x + -x + (x + 1000) / 4 + ((x + 1000) << 4);
	(void)result;
	return 0;
}
