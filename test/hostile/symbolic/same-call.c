// Of two calls of a function that depends on its argument only, optimised code would make one: each has its expression.
// drista: error assertion at WRONG
// drista: build --symbolic -O2
// drista: options --symbolic --symbolic=stdin:1
// hostile: once
#include <assert.h>
#include <stdio.h>

__attribute__((const, noinline)) static int odd(int c)
{
	return c & 1;
}

int main(void)
{
	int c = getchar();
	volatile int first = odd(c);
	(void)first;
	assert(!odd(c)); // WRONG
	return 0;
}
