// All values of 16 bits are paths, more than --tune max-inputs.
// drista: inconclusive
// drista: build --symbolic
// drista: options --symbolic --tune max-inputs=3
// hostile: once
// drista: says --tune max-inputs
#include <drista.h>
#include <stdatomic.h>

static atomic_int a;

int main(void)
{
	unsigned short x;
	drista_symbolic(&x, sizeof x, "x");
	atomic_store(&a, x);
	return 0;
}
