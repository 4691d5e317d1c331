// A loop takes and gives back a semaphore while it waits for a flag that nobody sets.
// drista: error livelock
// drista: once
// drista: options --equivalence observational
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
	pthread_join(t, NULL);
	return 0;
}
