// The program was not built with --symbolic.
// drista: refused
// drista: options --symbolic --symbolic=stdin:1
// hostile: once
// drista: says in a program that `drista cc --symbolic` did not build
#include <stdio.h>

int main(void)
{
	return getchar() == 'x';
}
