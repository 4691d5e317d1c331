// A thread ends the program while main waits for it; the handler runs in that thread.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_t runs;
static void handler(void)
{
	assert(!pthread_equal(runs, pthread_self())); // WRONG
}
static void *ender(void *unused)
{
	runs = pthread_self();
	exit(0);
	return unused;
}
int main(void)
{
	pthread_t t;
	atexit(handler);
	pthread_create(&t, NULL, ender, NULL);
	pthread_join(t, NULL);
	return 0;
}
