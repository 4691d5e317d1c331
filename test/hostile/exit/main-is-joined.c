// A thread joins main, which has called pthread_exit: the handler runs after that.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_t of_main;
static int x;
static void handler(void)
{
	assert(x != 7); // WRONG
}
static void *joins(void *unused)
{
	void *result;
	pthread_join(of_main, &result);
	x = *(int *)result;
	return unused;
}
int main(void)
{
	static int seven = 7;
	pthread_t t;
	of_main = pthread_self();
	atexit(handler);
	pthread_create(&t, NULL, joins, NULL);
	pthread_exit(&seven);
}
