// One text of 2^32 is the number that the assertion forbids.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
#include <assert.h>
#include <drista.h>
#include <stdlib.h>

int main(void)
{
	char text[5], *end;
	drista_symbolic(text, sizeof text, "text");
	text[4] = 0;
	assert(strtol(text, &end, 10) != -371); // WRONG
	return 0;
}
