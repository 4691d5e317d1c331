// A constructor reads standard input before the input is there: no claim is made, and the place is named.
// drista: inconclusive
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:1
// hostile: once
// drista: says what getchar before main does with symbolic inputs at
#include <assert.h>
#include <stdio.h>

static int first;

__attribute__((constructor)) static void begin(void)
{
	first = getchar();
}

int main(void)
{
	assert(first != 'x');
	return 0;
}
