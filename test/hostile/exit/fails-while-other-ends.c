// The same as fails-while-other-computes.c, optimised: the store that comes after is gone, and the other thread ends.
// drista: error assertion at WRONG
// drista: build -O2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *computer(void *unused)
{
	for (volatile long i = 0; i < 8000000; i++) { }
	n = 1;
	return unused;
}
static void *failing(void *unused)
{
	assert(unused != NULL); // WRONG
	return unused;
}
int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], NULL, computer, NULL);
	pthread_create(&t[1], NULL, failing, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}

