// The same with thrd_exit (C11 7.26.5.5).
// drista: error assertion at WRONG
#include <assert.h>
#include <stdlib.h>
#include <threads.h>
static int x;
static void handler(void)
{
	assert(x == 0); // WRONG
}
static int writer(void *unused)
{
	(void)unused;
	x = 1;
	return 0;
}
int main(void)
{
	thrd_t t;
	atexit(handler);
	thrd_create(&t, writer, NULL);
	thrd_exit(0);
}
