// Two loops that pass a unit on to each other: whoever sees the flag first leaves the other one waiting.
// drista: error deadlock
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int stop;
static sem_t empty, full;

static void *gives(void *a)
{
	while (!atomic_load(&stop)) {
		sem_wait(&empty);
		sem_post(&full);
	}
	return a;
}

static void *takes(void *a)
{
	while (!atomic_load(&stop)) {
		sem_wait(&full);
		sem_post(&empty);
	}
	return a;
}

int main(void)
{
	pthread_t t, u;
	sem_init(&empty, 0, 1);
	sem_init(&full, 0, 0);
	pthread_create(&t, NULL, gives, NULL);
	pthread_create(&u, NULL, takes, NULL);
	atomic_store(&stop, 1);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
