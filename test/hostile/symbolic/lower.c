// Is a character a lower-case letter? Below, within and above the letters: three paths.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:1
// hostile: once
// drista: says explored with 3 inputs
#include <assert.h>
#include <stdio.h>

static int is_lower(int c)
{
	if (c < 'a')
		return 0;
	if (c > 'z')
		return 0;
	return 1;
}

int main(void)
{
	int c = getchar();
	if (is_lower(c))
		assert(c - 'a' < 26);
	return 0;
}
