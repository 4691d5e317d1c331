// An iteration of a waiting loop sets the thread's cancel type, which the thread sees after the loop.
// drista: error assertion at WRONG
// hostile: once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *waits(void *a)
{
	int before;
	while (!flag)
		pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before);
	assert(before == PTHREAD_CANCEL_DEFERRED); // WRONG
	return a;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waits, 0);
	flag = 1;
	pthread_join(t, 0);
}
