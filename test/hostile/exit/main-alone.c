// Main is the only thread and calls pthread_exit: the handlers run.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static void handler(void)
{
	assert(0); // WRONG
}
int main(void)
{
	atexit(handler);
	pthread_exit(NULL);
}
