// Two threads increment a plain counter. With --races ignore the race is no error, but an update may be lost.
// drista: error assertion at WRONG
// drista: options --races ignore
// drista: never says data race
#include <assert.h>
#include <pthread.h>

int counter;

void *increment(void *unused)
{
	counter++;
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, increment, NULL);
	pthread_create(&b, NULL, increment, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(counter == 2); // WRONG
	return 0;
}
