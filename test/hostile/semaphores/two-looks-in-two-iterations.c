// Two calls of sem_getvalue, with a count of one read in between, each meet another iteration of a waiting loop.
// drista: error assertion at WRONG
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

static int value(void)
{
	int n;
	sem_getvalue(&s, &n);
	return n;
}

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 1);
	pthread_create(&t, NULL, waits, NULL);
	int a = value(), b = value(), c = value();
	assert(!(a == 0 && b == 1 && c == 0)); // WRONG
	atomic_store(&stop, 1);
	pthread_join(t, NULL);
	return 0;
}
