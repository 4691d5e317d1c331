// sem_trywait, while a waiting loop holds the unit, fails.
// drista: error assertion at WRONG
#include "waits.h"

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 1);
	pthread_create(&t, NULL, waits, NULL);
	int value = sem_trywait(&s);
	assert(value == 0); // WRONG
	atomic_store(&stop, 1);
	if (!value)
		sem_post(&s);
	pthread_join(t, NULL);
	return 0;
}
