// sem_timedwait, while a waiting loop holds the unit, may time out.
// drista: error assertion at WRONG
#include "waits.h"

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 1);
	pthread_create(&t, NULL, waits, NULL);
	struct timespec soon = {0};
	int value = sem_timedwait(&s, &soon);
	assert(value == 0); // WRONG
	atomic_store(&stop, 1);
	if (!value)
		sem_post(&s);
	pthread_join(t, NULL);
	return 0;
}
