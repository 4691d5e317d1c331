// A loop that looks at plain data while it holds the only unit of a semaphore, as under a mutex: nothing is wrong.
// drista: verified
#ifndef UNITS
#define UNITS 1
#endif
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static int stop;
static sem_t s;

static void *waits(void *a)
{
	for (int seen = 0; !seen;) {
		sem_wait(&s);
		seen = stop;
		sem_post(&s);
	}
	return a;
}

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, UNITS);
	pthread_create(&t, NULL, waits, NULL);
	sem_wait(&s);
	stop = 1;
	sem_post(&s);
	pthread_join(t, NULL);
	return 0;
}
