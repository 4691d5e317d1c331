// A thread may create another one after main has called pthread_exit: the handler runs after that one too.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int go;
static int x;
static void handler(void)
{
	assert(x == 0); // WRONG
}
static void *last(void *unused)
{
	x = 1;
	return unused;
}
static void *creator(void *unused)
{
	pthread_t t;
	if (atomic_load(&go)) {
		pthread_create(&t, NULL, last, NULL);
		pthread_detach(t);
	}
	return unused;
}
static void *allows(void *unused)
{
	atomic_store(&go, 1);
	return unused;
}
int main(void)
{
	pthread_t t;
	atexit(handler);
	pthread_create(&t, NULL, creator, NULL);
	pthread_create(&t, NULL, allows, NULL);
	pthread_exit(NULL);
}
