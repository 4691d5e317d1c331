// The program reads in the buffer that it has given to standard output what libc has put there.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:1
// hostile: once
// drista: says unsigned char stdin[] = { 0x61 };
#include <assert.h>
#include <stdio.h>

int main(void)
{
	static char buffer[64];
	setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
	putchar(getchar());
	assert(buffer[0] != 'a'); // WRONG
	return 0;
}
