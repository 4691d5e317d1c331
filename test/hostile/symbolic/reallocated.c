// realloc copies what is known of the bytes, and strcat and strdup do; getenv does no harm.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: never says cannot be followed
#include <assert.h>
#include <drista.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *text = malloc(4);
	drista_symbolic(text, 4, "text");
	text[3] = 0;
	text = realloc(text, 100);
	strcat(text, getenv("ABSENT") ? "?" : "!");
	char *copy = strdup(text);
	assert(strcmp(copy, "abc!") != 0); // WRONG
	free(text);
	free(copy);
	return 0;
}
