// The difference that strcmp returns is an expression over the input.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
#include <assert.h>
#include <drista.h>
#include <string.h>

int main(void)
{
	char text[4], key[] = "abc";
	drista_symbolic(text, sizeof text, "text");
	text[3] = 0;
	if (memcmp(text, key, 2) == 0)
		assert(strcmp(text, key) != 23); // WRONG
	return 0;
}
