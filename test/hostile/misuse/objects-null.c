// Other objects that are not there: a semaphore is posted at NULL, in a thread.
// drista: error crash at WRONG
// hostile: once
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t *volatile s = NULL;

static void *other(void *unused)
{
	sem_post(s); // WRONG
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	return 0;
}
