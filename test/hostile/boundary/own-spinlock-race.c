// The mutex that the program makes itself has a release too little: the race is found.
// drista: error data-race at WRONG
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int shared;

int pthread_mutex_lock(pthread_mutex_t *m)
{
	while (__atomic_exchange_n((int *)m, 1, __ATOMIC_ACQUIRE))
		;
	return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *m)
{
	__atomic_store_n((int *)m, 0, __ATOMIC_RELAXED);
	return 0;
}

static void *body(void *unused)
{
	pthread_mutex_lock(&mutex);
	shared++; // WRONG
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	body(0);
	pthread_join(t, 0);
	assert(shared == 2);
	return 0;
}
