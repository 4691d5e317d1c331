// Numbers in four bytes of text are known exactly, with spaces and a sign.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
#include <assert.h>
#include <drista.h>
#include <stdlib.h>

int main(void)
{
	char text[4], *end;
	drista_symbolic(text, sizeof text, "text");
	text[3] = 0;
	long number = strtol(text, &end, 10);
	assert(number >= -99 && number <= 999);
	assert(atoi(text) == number);
	assert(number < 100 || end == text + 3);
	return 0;
}
