// All values of 16 bits are paths, more than --tune max-inputs.
// drista: inconclusive
// drista: build --symbolic
// drista: options --symbolic --tune max-inputs=3
// hostile: once
// drista: says --tune max-inputs
#include <drista.h>

static double a;

int main(void)
{
	unsigned short x;
	drista_symbolic(&x, sizeof x, "x");
	a = x;
	return 0;
}
