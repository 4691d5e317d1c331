// A loop that waits for a flag, and takes and gives back a semaphore in each iteration: nothing is wrong.
// drista: verified
#include "waits.h"

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 1);
	pthread_create(&t, NULL, waits, NULL);
	sem_wait(&s);
	sem_post(&s);
	atomic_store(&stop, 1);
	pthread_join(t, NULL);
	sem_destroy(&s);
	return 0;
}
