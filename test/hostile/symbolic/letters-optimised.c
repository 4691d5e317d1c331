// toupper in optimised code, where libc's header has macros that look up a table.
// drista: error assertion at WRONG
// drista: build --symbolic -O2
// drista: options --symbolic --symbolic=stdin:3
// hostile: once
// drista: says the input: unsigned char stdin[] = { 0x4f, 0x6b, 0x21 };
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void)
{
	char text[3];
	for (int i = 0; i < 3; i++)
		text[i] = (char)getchar();
	if (!isupper(text[0]) || !islower(text[1]) || !ispunct(text[2]))
		return 0;
	assert(toupper(text[0]) != 'O' || toupper(text[1]) != 'K' || text[2] != '!'); // WRONG
	return 0;
}
