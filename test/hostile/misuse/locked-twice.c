// Two threads prepare the same mutex, one after the other under a lock: whoever is second initialises what is
// initialised.
// drista: error misuse at WRONG
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, m;

static void *prepare(void *unused)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_init(&m, NULL); // WRONG
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, prepare, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
