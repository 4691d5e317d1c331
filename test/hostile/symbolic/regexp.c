// A matcher of regular expressions counts on a zero at the end of the expression, and seven bytes may have none.
// drista: error memory
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
#include <drista.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 7
#endif

/* Does the text begin with what the expression says? `.` is any character, `*` repeats the one before, `$` ends. */
static int begins(const char *e, const char *text)
{
	for (;; e++, text++) {
		if (*e == 0) // and here
			return 1;
		if (e[1] == '*') { // here
			do {
				if (begins(e + 2, text))
					return 1;
			} while (*text && (*e == *text++ || *e == '.'));
			return 0;
		}
		if (*e == '$' && e[1] == 0)
			return *text == 0;
		if (!*text || (*e != '.' && *e != *text))
			return 0;
	}
}

static int matches(const char *e, const char *text)
{
	if (*e == '^')
		return begins(e + 1, text);
	do {
		if (begins(e, text))
			return 1;
	} while (*text++);
	return 0;
}

int main(void)
{
	char *e = malloc(SIZE);
	if (!e)
		return 1;
	drista_symbolic(e, SIZE, "e");
	int found = matches(e, "hello");
	free(e);
	return found;
}
