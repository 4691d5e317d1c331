// ungetc of another character than the last one: that one comes first, and then the file's.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:2
// hostile: once
// drista: says explored with 2 inputs
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int first = getchar();
	ungetc('a', stdin);
	assert(getchar() == 'a');
	int second = getchar();
	assert(getchar() == EOF && first >= 0 && second >= 0);
	return 0;
}
