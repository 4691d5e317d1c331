// Waits follow on waits, and readers on readers, without happening before each other. Their results do not depend on
// that, so plain data under a mutex needs no more states: with the order of accesses there would be 3,926.
// drista: verified
// drista: options --equivalence state
// drista: says (1054 states
#include <pthread.h>
#include <semaphore.h>

static sem_t units;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused)
{
	for (int i = 0; i < 2; i++) {
		sem_wait(&units);
		pthread_rwlock_rdlock(&lock);
		pthread_mutex_lock(&mutex);
		count = (count + 1) % 3;
		pthread_mutex_unlock(&mutex);
		pthread_rwlock_unlock(&lock);
		sem_post(&units);
	}
	return unused;
}

int main(void)
{
	pthread_t t[3];
	sem_init(&units, 0, 2);
	for (int i = 0; i < 3; i++)
		pthread_create(t + i, 0, work, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	return 0;
}
