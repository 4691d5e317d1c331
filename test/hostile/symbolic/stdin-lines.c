// fgets ends at the end of a line: where that is depends on the input.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:4
// hostile: once
// drista: says unsigned char stdin[] = { 0x0a, 0x63, 0x0a, 0x00 };
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char first[8], second[8];
	if (fgets(first, sizeof first, stdin) && fgets(second, sizeof second, stdin))
		assert(strcmp(second, "c\n") != 0); // WRONG
	return 0;
}
