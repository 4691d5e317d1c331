// The semaphore is initialised anew while a waiting loop holds its unit, without any order.
// drista: error data-race
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
	sem_destroy(&s);
	sem_init(&s, 0, 1);
	atomic_store(&stop, 1);
	pthread_join(t, NULL);
	int n;
	sem_getvalue(&s, &n);
	assert(n == 1); // WRONG
	return 0;
}
