// A handler calls exit: the handlers that are left run all the same (glibc; undefined in C11 7.22.4.4).
// drista: error assertion at WRONG
#include <assert.h>
#include <stdlib.h>
static int failed;
static void first(void)
{
	assert(failed == 0); // WRONG
}
static void second(void)
{
	failed = 1;
	exit(3);
}
int main(void)
{
	atexit(first);
	atexit(second);
	return 0;
}
