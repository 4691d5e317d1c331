// A handler of atexit calls quick_exit, whose handler fails.
// hostile: long
// drista: error assertion at WRONG
#include <assert.h>
#include <stdlib.h>
static void quick(void)
{
	assert(0); // WRONG
}
static void handler(void) { quick_exit(2); }
int main(void)
{
	at_quick_exit(quick);
	atexit(handler);
	return 0;
}
