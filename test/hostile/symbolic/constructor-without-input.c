// Constructors that take no arguments do no harm, nor does one that takes them where none is an input.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:1
// hostile: once
#include <assert.h>
#include <stdio.h>

static int begun, arguments;

__attribute__((constructor)) static void begin(void)
{
	begun = 1;
}

__attribute__((constructor)) static void count(int count, char **argument)
{
	arguments = count + !argument[0];
}

int main(int count, char **argument)
{
	(void)argument;
	assert(begun && arguments == count && getchar() != EOF);
	return 0;
}
