// What is printed needs not be followed, apart from its length: texts, characters and bytes of the input.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:2
// hostile: once
// drista: says explored with 6 inputs
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	char line[8];
	if (!fgets(line, sizeof line, stdin))
		return 1;
	fputs(line, stdout);
	puts(line);
	fwrite(line, 1, 2, stdout);
	putchar(line[0]);
	fputc(line[1], stderr);
	assert(write(1, line, 2) == 2);
	assert(printf("<%s>", line) == 2 + (int)strlen(line));
	return 0;
}
