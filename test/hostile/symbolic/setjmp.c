// Inputs are not followed through a function that calls setjmp: the note says so, and what to do.
// drista: inconclusive
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says what main (it calls setjmp or the like: handle inputs in other functions) does with symbolic inputs at
#include <drista.h>
#include <setjmp.h>

static jmp_buf place;

int main(void)
{
	int x;
	if (setjmp(place))
		return 1;
	drista_symbolic(&x, sizeof x, "x");
	return x == 7;
}
