// Functions of libc that _FORTIFY_SOURCE puts in the place of others.
// drista: error assertion at WRONG
// drista: build --symbolic -O2 -D_FORTIFY_SOURCE=2
// drista: options --symbolic
// hostile: once
// drista: says the input: unsigned char word[] = { 0x6f, 0x6b, 0x21
#include <assert.h>
#include <drista.h>
#include <stdlib.h>
#include <string.h>

static char copies[3][16];

int main(int n, char **arguments)
{
	char word[4];
	drista_symbolic(word, sizeof word, "word");
	// How long they are is not known when this is compiled.
	size_t three = (size_t)n + 2, one = (size_t)n;
	memcpy(copies[0], word, three);
	memmove(copies[0] + 1, copies[0], three);
	copies[0][4] = 0;
	strncpy(copies[1], copies[0] + 1, three);
	strcpy(copies[2], arguments[0] + strlen(arguments[0]));
	strcat(copies[2], copies[1]);
	strncat(copies[2], "!", one);
	memset(copies[2] + 4 + one, 0, one);
	assert(strcmp(copies[2], "ok!!") != 0); // WRONG
	return 0;
}
