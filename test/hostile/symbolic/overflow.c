// The input with which a signed addition overflows, and its line.
// drista: error crash at WRONG
// drista: build --symbolic -O2 -fsanitize=signed-integer-overflow
// drista: options --symbolic
// hostile: once
// drista: says overflows (a check of -fsanitize); the input: unsigned char x[] = { 0xf9, 0xff, 0xff, 0x7f };
#include <drista.h>
#include <stdint.h>

int main(void)
{
	int32_t x;
	drista_symbolic(&x, sizeof x, "x");
	drista_assume(x <= INT32_MAX - 6);
	int more = x + 5;
	if (x > 0)
		more = x
		       + 7; // WRONG
	drista_observe("more", more == 1000);
	return 0;
}
