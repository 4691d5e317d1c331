// Main stores atomically, then plainly, before it creates a thread: the thread's load returns the plain store's value.
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, flag;

static void *reader(void *argument)
{
	assert(atomic_load(&x) == 2);
	atomic_store(&flag, 1);
	return argument;
}

int main(void)
{
	pthread_t t;
	atomic_store(&x, 1);
	*(int *)&x = 2;
	pthread_create(&t, NULL, reader, NULL);
	(void)atomic_load(&flag);
	pthread_join(t, NULL);
	return 0;
}
