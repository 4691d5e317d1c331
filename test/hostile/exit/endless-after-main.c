// Main returns while a thread computes for ever: what comes after that is not known.
// drista: inconclusive
// drista: options --run-limit 1
#include <pthread.h>
static volatile int n;
static void *counter(void *unused)
{
	for (;;)
		n++;
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, counter, NULL);
	return 0;
}
