// The sign of a number: three paths, one for each answer.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says explored with 3 inputs
#include <assert.h>
#include <drista.h>

static int sign(int x)
{
	if (x == 0)
		return 0;
	return x < 0 ? -1 : 1;
}

int main(void)
{
	int x;
	drista_symbolic(&x, sizeof x, "x");
	int s = sign(x);
	assert(x == 0 ? s == 0 : (x < 0) == (s < 0));
	return 0;
}
