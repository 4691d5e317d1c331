// Each of three bytes ends a line or does not: eight paths, with one to three lines.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:3
// hostile: once
// drista: says explored with 8 inputs
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *line = NULL;
	size_t room = 0;
	int lines = 0, all = 0;
	for (ssize_t n; (n = getline(&line, &room, stdin)) > 0; all += n)
		lines++;
	assert(all == 3 && lines >= 1 && lines <= 3);
	free(line);
	return 0;
}
