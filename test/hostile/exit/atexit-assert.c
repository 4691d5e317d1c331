// A handler of atexit sees what a thread wrote that main has joined: its assertion fails.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int x;
static void handler(void)
{
	assert(x == 0); // WRONG
}
static void *writer(void *unused)
{
	x = 1;
	return unused;
}
int main(void)
{
	pthread_t t;
	atexit(handler);
	pthread_create(&t, NULL, writer, NULL);
	pthread_join(t, NULL);
	return 0;
}
