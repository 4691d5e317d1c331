// One argument is given, and two are inputs.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=arg:2 --symbolic=arg:3
// drista: arguments first
// hostile: once
// drista: says unsigned char argv_2[] = { 0x2d, 0x6e }; unsigned char argv_3[] = { 0x34, 0x32, 0x00 };
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **argument)
{
	assert(count == 4 && strcmp(argument[1], "first") == 0);
	if (strcmp(argument[2], "-n") == 0)
		assert(atoi(argument[3]) != 42); // WRONG
	return 0;
}
