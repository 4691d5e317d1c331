// That main and the thread both exit shows in no run that is needed to know what each does; the handler may run in the
// thread.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_t first;
static atomic_int x, y;
static void handler(void)
{
	assert(pthread_equal(first, pthread_self())); // WRONG
}
static void *ender(void *unused)
{
	if (atomic_load(&x) == 0)
		exit(0);
	return unused;
}
int main(void)
{
	pthread_t t;
	first = pthread_self();
	atexit(handler);
	pthread_create(&t, NULL, ender, NULL);
	atomic_store(&x, 1);
	if (atomic_load(&y) == 0)
		return 0;
	pthread_exit(NULL);
}
