// The program was built with --symbolic, and is checked without.
// drista: refused
// drista: build --symbolic
// drista: once
// drista: says drista --symbolic
#include <drista.h>

int main(void)
{
	int x;
	drista_symbolic(&x, sizeof x, "x");
	return x == 7;
}
