// Two units of a semaphore let two threads write at once. A third one waits too, so that waits follow on waits.
// drista: error data-race at WRONG
// drista: options --equivalence state --tune chance=0
#include <pthread.h>
#include <semaphore.h>

static sem_t units;
static int y;

static void *write_both(void *unused)
{
	(void)unused;
	sem_wait(&units);
	y++; // WRONG
	sem_post(&units);
	return 0;
}

static void *pass(void *unused)
{
	(void)unused;
	sem_wait(&units);
	sem_post(&units);
	return 0;
}

int main(void)
{
	pthread_t t[3];
	sem_init(&units, 0, 2);
	pthread_create(t, 0, write_both, 0);
	pthread_create(t + 1, 0, pass, 0);
	pthread_create(t + 2, 0, write_both, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	return 0;
}
