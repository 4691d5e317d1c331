// Of clang's own accord, optimised code would compare the character and not call isdigit, and look bytes up in a mask
// in the place of memchr and strchr.
// drista: error assertion at WRONG
// drista: build --symbolic -O2
// drista: options --symbolic --symbolic=stdin:3
// hostile: once
// drista: says the input: unsigned char stdin[] = { 0x37, 0x79, 0x62 };
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char text[3];
	for (int i = 0; i < 3; i++)
		text[i] = (char)getchar();
	if (isdigit(text[0]) && memchr("xyz", text[1], 3) && strchr("ab", text[2]))
		assert(text[0] != '7' || text[1] != 'y' || text[2] != 'b'); // WRONG
	return 0;
}
