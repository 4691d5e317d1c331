// The program was built with --symbolic, and is checked without: the option is implied.
// drista: verified
// drista: build --symbolic
// hostile: once
// drista: says explored with 2 inputs
#include <drista.h>

int main(void)
{
	int x;
	drista_symbolic(&x, sizeof x, "x");
	return x == 7;
}
