// Two loops that wait hold both units of a semaphore at the same time; each is needed for the other to see the flag.
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
	pthread_t t, u;
	sem_init(&s, 0, 2);
	pthread_create(&t, NULL, waits, NULL);
	pthread_create(&u, NULL, waits, NULL);
	atomic_store(&stop, 1);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
