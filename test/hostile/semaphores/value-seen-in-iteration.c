// sem_getvalue, while a waiting loop holds the unit, finds none.
// drista: error assertion at WRONG
// drista: matrix
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
	int value = 1; sem_getvalue(&s, &value);
	assert(value == 1); // WRONG
	atomic_store(&stop, 1);
	if (0)
		sem_post(&s);
	pthread_join(t, NULL);
	return 0;
}
