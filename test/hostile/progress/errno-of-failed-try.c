// A loop that waits tries a semaphore, which sets errno: the first iteration changes what the program can see.
// drista: error assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int flag;
static sem_t s;

static void *setter(void *unused)
{
	atomic_store(&flag, 1);
	return unused;
}

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, setter, NULL);
	errno = 0;
	while (!atomic_load(&flag))
		sem_trywait(&s);
	assert(errno == 0);
	pthread_join(t, NULL);
	return 0;
}
