// A function through which inputs are not followed reads standard input: no claim is made, and the place is named.
// drista: inconclusive
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:1
// hostile: once
// drista: says what first (it is not instrumented) does with symbolic inputs at
#include <stdio.h>

__attribute__((noinline, no_sanitize("thread"))) static int first(void)
{
	return getchar() == 'x';
}

int main(void)
{
	return first();
}
