// A handler of atexit ends the program at once with another code: that is the program's exit code.
// drista: verified
// drista: says main ended the program with exit code 5
#include <stdlib.h>
#include <unistd.h>
static void handler(void) { _exit(5); }
int main(void)
{
	atexit(handler);
	return 0;
}
