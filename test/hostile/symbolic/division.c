// One divisor makes the division trap: no branch of the source says so.
// drista: error crash at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
#include <drista.h>

int main(void)
{
	int x, y = 5;
	drista_symbolic(&x, sizeof x, "x");
	y /= x - 12345; // WRONG
	return y > 5;
}
