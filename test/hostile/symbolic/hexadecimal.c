// strtoul in base 16 is an expression of its digits, of which each has two paths.
// drista: error assertion at WRONG
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
	unsigned long number = strtoul(text, &end, 16);
	assert(end != text + 3 || number != 0xabc); // WRONG
	return 0;
}
