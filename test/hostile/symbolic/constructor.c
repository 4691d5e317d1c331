// A constructor sees the arguments before the input is there: no claim is made, and the place is named.
// drista: inconclusive
// drista: build --symbolic
// drista: options --symbolic --symbolic=arg:1
// hostile: once
// drista: says what begin, a constructor that sees other arguments than main, does with symbolic inputs at
// drista: says constructor.c:13
#include <assert.h>

static char first;

__attribute__((constructor)) static void begin(int count, char **argument, char **environment)
{
	(void)environment;
	if (count == 2)
		first = argument[1][0];
}

int main(void)
{
	assert(first != 'x');
	return 0;
}
