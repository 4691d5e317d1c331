// A loop that waits for a flag, and takes and gives back a semaphore in each iteration: nothing is wrong.
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int stop;
static sem_t s;

static void *waits(void *a)
{
	while (!atomic_load(&stop)) {
		sem_wait(&s);
		sem_post(&s);
	}
	return a;
}

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
