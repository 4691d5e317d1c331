// A handler of at_quick_exit asserts; handlers of atexit are not called.
// drista: error assertion at WRONG
#include <assert.h>
#include <stdlib.h>
static int calls;
static void quick(void)
{
	assert(calls == 1); // WRONG
}
static void other(void) { calls = 1; }
int main(void)
{
	at_quick_exit(quick);
	atexit(other);
	quick_exit(0);
}
