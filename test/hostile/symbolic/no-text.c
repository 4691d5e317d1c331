// strtok before it was given a text: glibc reads through a null pointer, for one input only.
// drista: error crash at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
#include <drista.h>

#include <string.h>

int main(void)
{
	char first;
	drista_symbolic(&first, 1, "first");
	char *volatile none = NULL;
	if (first == 'x')
		strtok(none, ","); // WRONG
	return 0;
}
