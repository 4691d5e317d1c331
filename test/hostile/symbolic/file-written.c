// A symbolic file is there to be read.
// drista: refused
// drista: build --symbolic
// drista: options --symbolic --symbolic=file:there.dat=8
// hostile: once
// drista: says a symbolic file (--symbolic=file) that is opened in another way than to read it
#include <stdio.h>

int main(void)
{
	FILE *file = fopen("there.dat", "w");
	return fputs("new", file) < 0;
}
