// Each value of the characters that may be part of a floating-point number is a path; other text is one.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
#include <assert.h>
#include <drista.h>
#include <stdlib.h>

int main(void)
{
	char text[3];
	drista_symbolic(text, sizeof text, "text");
	text[0] = '.';
	text[2] = 0;
	assert(strtod(text, NULL) != 0.5); // WRONG
	return 0;
}
