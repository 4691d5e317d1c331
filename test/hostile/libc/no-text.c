// strtok goes on with a text, though there was none: glibc reads through a null pointer.
// drista: error crash at WRONG
// hostile: once
#include <string.h>

int main(void)
{
	char *volatile none = NULL;
	strtok(none, ","); // WRONG
	return 0;
}
