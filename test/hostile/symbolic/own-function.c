// The program has a function of its own whose name is that of one of libc: what it does counts.
// drista: error assertion at WRONG
// drista: build -fno-builtin -w own-function.helper.c --symbolic
// drista: options --symbolic
// hostile: once
#include <assert.h>
#include <drista.h>

int atoi(const char *text);

int main(void)
{
	char text[2];
	drista_symbolic(text, sizeof text, "text");
	text[1] = 0;
	assert(atoi(text) != 'y'); // WRONG
	return 0;
}
