// What scanf looks at is made concrete, each value a path: of two bytes, some are the number seven.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic-stdin 2
// drista: once
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int number = 0;
	if (scanf("%d", &number) == 1)
		assert(number != 7); // WRONG
	return 0;
}
