// Main calls pthread_exit, and a thread calls exit while another waits for ever: nobody is to tell of main.
// drista: verified
// drista: says waits for ever when the program ends
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
static void *exits(void *unused)
{
	(void)unused;
	exit(0);
}
int main(void)
{
	pthread_t t;
	sem_init(&never, 0, 0);
	pthread_create(&t, NULL, waits, NULL);
	pthread_create(&t, NULL, exits, NULL);
	pthread_exit(NULL);
}
