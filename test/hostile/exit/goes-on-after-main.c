// Threads that have not finished when main returns, but can, are not told of; nor who joins the thread that ended the
// program.
// drista: verified
// drista: never says waits for ever
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int ready;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *waiter(void *unused)
{
	while (!atomic_load(&ready)) { }
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return unused;
}
static void *setter(void *unused)
{
	pthread_mutex_lock(&m);
	atomic_store(&ready, 1);
	pthread_mutex_unlock(&m);
	exit(0);
	return unused;
}
int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], NULL, waiter, NULL);
	pthread_create(&t[1], NULL, setter, NULL);
	pthread_join(t[1], NULL);
	abort();
}
