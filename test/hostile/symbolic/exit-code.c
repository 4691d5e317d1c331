// Whether main's result is 0 depends on the input.
// drista: error exit-code
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:1 --check exit-code
// hostile: once
// drista: says unsigned char stdin[] = { 0x61 };
#include <stdio.h>

int main(void)
{
	return getchar() == 'a';
}
