// scanf reads numbers in base 10: what it finds follows from what its bytes are compared with.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:3
// hostile: once
// drista: says explored with 59 inputs
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int a = -1, b = -1, count = scanf("%d,%d", &a, &b);
	assert(count == EOF || (count >= 0 && count <= 2));
	if (count == 2)
		assert(a >= 0 && a <= 9 && b >= 0 && b <= 9);
	else if (count == 1)
		assert(a >= -99 && a <= 999);
	return 0;
}
