// A barrier that threads have used is initialised again without having been destroyed.
// hostile: long
// drista: error misuse at WRONG
// hostile: once
#include <pthread.h>

static pthread_barrier_t b;

static void *other(void *unused)
{
	pthread_barrier_wait(&b);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t, NULL, other, NULL);
	pthread_barrier_wait(&b);
	pthread_join(t, NULL);
	pthread_barrier_init(&b, NULL, 1); // WRONG
	pthread_barrier_wait(&b);
	return 0;
}
