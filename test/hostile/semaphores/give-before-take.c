// The loop gives a unit before it takes one: another thread may keep it, so the loop does make progress, and blocks.
// drista: error deadlock
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
		sem_post(&s);
		sem_wait(&s);
	}
	return a;
}

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, waits, NULL);
	sem_wait(&s);
	atomic_store(&stop, 1);
	pthread_join(t, NULL);
	return 0;
}
