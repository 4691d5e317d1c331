// A number is read one character at a time, and the character behind it goes back with ungetc.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:4
// hostile: once
// drista: says unsigned char stdin[] = { 0x34, 0x32, 0x37, 0x78 };
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int number = 0, c;
	while ((c = getchar()) >= '0' && c <= '9')
		number = 10 * number + c - '0';
	if (c != EOF)
		ungetc(c, stdin);
	int again = fgetc(stdin);
	assert(again == c);
	assert(number != 427 || again != 'x'); // WRONG
	return 0;
}
