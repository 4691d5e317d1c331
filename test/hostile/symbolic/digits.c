// Each character has two paths, and not 256: isdigit is an expression of it.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:2
// hostile: once
// drista: says explored with 4 inputs
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void)
{
	int digits = 0, others = 0;
	for (int c; (c = getchar()) != EOF;)
		if (isdigit(c))
			digits++;
		else
			others++;
	assert(digits + others == 2 && !isdigit(EOF));
	return 0;
}
