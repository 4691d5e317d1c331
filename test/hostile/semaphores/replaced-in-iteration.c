// The semaphore is initialised anew while a waiting loop holds its unit, without any order.
// drista: error data-race
#include "waits.h"

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
