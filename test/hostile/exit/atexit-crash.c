// A handler of atexit writes through a null pointer. There is no thread besides main.
// drista: error crash at WRONG
#include <stdlib.h>
static int *volatile p;
static void handler(void)
{
	*p = 1; // WRONG
}
int main(void)
{
	atexit(handler);
	return 0;
}
