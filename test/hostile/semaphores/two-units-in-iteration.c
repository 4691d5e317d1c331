// A loop takes both units of a semaphore, one after the other: another thread may see two, one or none left, no more.
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
		sem_wait(&s);
		sem_post(&s);
		sem_post(&s);
	}
	return a;
}

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 2);
	pthread_create(&t, NULL, waits, NULL);
	int n;
	sem_getvalue(&s, &n);
	assert(n >= 0 && n <= 2);
	atomic_store(&stop, 1);
	pthread_join(t, NULL);
	return 0;
}
