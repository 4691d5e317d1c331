// The result of glibc's puts is the length of the line, so that it depends on the input.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:3
// hostile: once
// drista: says the input: unsigned char stdin[]
#include <assert.h>
#include <stdio.h>

int main(void)
{
	char line[8];
	if (fgets(line, sizeof line, stdin))
		assert(puts(line) != 3); // WRONG
	return 0;
}
