// Main calls pthread_exit: the end of the last thread runs the handlers, and one of them fails.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void handler(void)
{
	assert(atomic_load(&x) == 0); // WRONG
}
static void *writer(void *unused)
{
	atomic_store(&x, 1);
	return unused;
}
int main(void)
{
	pthread_t t;
	atexit(handler);
	pthread_create(&t, NULL, writer, NULL);
	pthread_exit(NULL);
}
