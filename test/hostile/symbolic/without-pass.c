// drista_symbolic in a program that was built without --symbolic.
// drista: refused
// drista: options --symbolic
// hostile: once
// drista: says drista cc --symbolic
#include <drista.h>

int main(void)
{
	int x;
	drista_symbolic(&x, sizeof x, "x");
	return x == 7;
}
