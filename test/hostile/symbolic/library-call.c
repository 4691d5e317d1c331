// strverscmp was not compiled with --symbolic and reads some of the bytes: no claim is made, and the place is named.
// drista: inconclusive
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says what strverscmp does with symbolic inputs
// drista: says library-call.c:17
#define _GNU_SOURCE
#include <drista.h>
#include <string.h>

int main(void)
{
	char text[4];
	drista_symbolic(text, sizeof text, "text");
	text[3] = 0;
	return (volatile unsigned long){strverscmp(text, "a")} > 4;
}
