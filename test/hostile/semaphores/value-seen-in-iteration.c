// sem_getvalue, while a waiting loop holds the unit, finds none.
// drista: error assertion at WRONG
// hostile: matrix
#include "waits.h"

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 1);
	pthread_create(&t, NULL, waits, NULL);
	int value = 1;
	sem_getvalue(&s, &value);
	assert(value == 1); // WRONG
	atomic_store(&stop, 1);
	pthread_join(t, NULL);
	return 0;
}
