// As constructor.c, where the program names the constructor in a section.
// drista: inconclusive
// drista: build --symbolic
// drista: options --symbolic --symbolic=arg:1
// hostile: once
// drista: says what begin, a constructor that sees other arguments than main, does with symbolic inputs at
#include <assert.h>

static char first;

static void begin(int count, char **argument, char **environment)
{
	(void)environment;
	if (count == 2)
		first = argument[1][0];
}

__attribute__((section(".init_array"), used)) static void (*const table[])(int, char **, char **) = {begin};

int main(void)
{
	assert(first != 'x');
	return 0;
}
