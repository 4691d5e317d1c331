// A number in base 16 is not followed: what scanf has looked at is made concrete, and each value is a path.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:1
// hostile: once
// drista: says unsigned char stdin[] = { 0x37 };
#include <assert.h>
#include <stdio.h>

int main(void)
{
	unsigned number = 0;
	if (scanf("%x", &number) == 1)
		assert(number != 7); // WRONG
	return 0;
}
