// Main calls pthread_exit: the handler runs after all threads, and what they wrote happens before it, plain data too.
// drista: verified
// drista: never says waits
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int mine, theirs;
static void handler(void)
{
	assert(mine == 1 && theirs == 2);
}
static void *first(void *unused)
{
	mine = 1;
	return unused;
}
static void *second(void *unused)
{
	pthread_detach(pthread_self());
	theirs = 2;
	return unused;
}
int main(void)
{
	pthread_t t;
	atexit(handler);
	pthread_create(&t, NULL, first, NULL);
	pthread_create(&t, NULL, second, NULL);
	pthread_exit(NULL);
}
