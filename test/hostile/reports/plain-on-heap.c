// drista: error data-race
// drista: never says it is volatile
#include <pthread.h>
#include <stdlib.h>

static void *setter(void *number)
{
	*(int *)number = 1;
	return NULL;
}

int main(void)
{
	volatile int *number = calloc(1, sizeof *number);
	pthread_t t;
	pthread_create(&t, NULL, setter, (void *)number);
	int seen = *number;
	pthread_join(t, NULL);
	return seen > 1;
}
