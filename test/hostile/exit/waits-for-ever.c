// A thread that main has left behind waits for ever. Only that thread is told of: main has ended.
// drista: error deadlock
// drista: never says main waits
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
static sem_t never;
static void *waits(void *unused)
{
	sem_wait(&never);
	return unused;
}
int main(void)
{
	pthread_t t;
	sem_init(&never, 0, 0);
	pthread_create(&t, NULL, waits, NULL);
	pthread_exit(NULL);
}
