// A barrier is initialised at NULL.
// drista: error crash at WRONG
// hostile: once
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t *volatile b = NULL;

int main(void)
{
	pthread_barrier_init(b, NULL, 2); // WRONG
	return 0;
}
