// sscanf finds a short number, a character and a word in symbolic text.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says unsigned char text[] = { 0x2d, 0x34, 0x6b, 0x65, 0x79, 0x00 };
#include <assert.h>
#include <drista.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char text[6], word[6], letter = 0;
	short number = 0;
	drista_symbolic(text, sizeof text, "text");
	text[5] = 0;
	if (sscanf(text, " %2hd%c%s", &number, &letter, word) == 3 && strcmp(word, "ey") == 0)
		assert(number != -4 || letter != 'k'); // WRONG
	return 0;
}
