// An assertion fails in one thread while another one computes for long before its first event.
// drista: error assertion at WRONG
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
