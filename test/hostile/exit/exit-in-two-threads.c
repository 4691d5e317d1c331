// Main returns while a thread calls exit: whichever is first runs the handler, so it may be the thread.
// drista: error assertion at WRONG
// hostile: matrix
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_t first;
static void handler(void)
{
	assert(pthread_equal(first, pthread_self())); // WRONG
}
static void *ender(void *unused)
{
	exit(0);
	return unused;
}
int main(void)
{
	pthread_t t;
	first = pthread_self();
	atexit(handler);
	pthread_create(&t, NULL, ender, NULL);
	return 0;
}
