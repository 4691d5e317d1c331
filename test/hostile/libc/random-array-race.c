// drista: error data-race at WRONG
// drista: says data race on array[40]
//
// initstate writes as much of the array as fits it: 64 bytes.
#include <pthread.h>
#include <stdlib.h>

static char array[100];

static void *begin(void *name)
{
	initstate(1, array, sizeof array); // WRONG
	return name;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, begin, NULL);
	array[64] = 1; // not used
	array[40] = 1;
	pthread_join(t, NULL);
	return 0;
}
